FROM alpine
RUN <<EOF
echo "in the script: FROM nowhere"
# not a comment of the file
EOF
RUN python3 <<'PY' && echo done
import os
PY
COPY <<-conf <<"two" /etc/
	a = 1
	conf
b = 2
two
RUN <<EOT
#!/usr/bin/env node
console.log(1)
EOT
RUN cat <<< word
EXPOSE 80
