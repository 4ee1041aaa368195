#!/bin/bash
DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
source ./lib/log.sh
. lib/util.sh
. "common.sh"
source 'quoted.sh'
source "$(dirname "$0")/near.sh"
source "${BASH_SOURCE%/*}/beside.sh"
. "$DIR/../shared/env.sh"
. $DIR/plain.sh
. "$DIR"/mixed.sh
. "${ROOT}/${NAME}.sh"
. "$file"
. /etc/profile
. ~/.bashrc
source <(kubectl completion bash)
[ -f ./maybe.sh ] && . ./maybe.sh
./scripts/build.sh --fast
../tools/check
bash tools/run.sh -x
sh -e "$DIR/install.sh"
bash -c 'echo no'
python3 scripts/gen.py
python -m http.server
"$DIR/deploy.sh" now
exec ./server.sh
ls -l
/usr/bin/env true
x=$(./version.sh)
load test_helper
