#!/bin/sh
# Copyright 2020 Someone
# All rights reserved.
#
# Licensed under nothing.

##############
# Rotates the logs.
##############

# not the doc of what follows

a=1 # trailing
# The doc of b.
b="# not a comment $a" # trailing $a
c='# no' # yes
echo x#y "$#" ${#a} ${a#b}
cat <<EOF # comment
# in a heredoc $a
EOF
# Doc of f.
f() { # inside
  # deep
  : # last
}
