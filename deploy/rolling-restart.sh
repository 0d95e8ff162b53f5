#!/bin/sh
# Restarts the processes of Turnario one by one without losing a call: rolling-restart.sh 3000 3001
# nginx does not check readiness, so each server is taken out of its list and put back once it is ready.
set -eu
site=${TURNARIO_SITE:-/etc/nginx/sites-available/turnario.conf}
restart=${TURNARIO_RESTART:-systemctl restart turnario@}
reload=${TURNARIO_RELOAD:-systemctl reload nginx}

put_back() { sed -i "s/\(server 127\.0\.0\.1:$port .*\) down;/\1;/" "$site"; }

for port in "$@"; do
  grep -q "^ *server 127\.0\.0\.1:$port .*;" "$site" || { echo "$site has no line for port $port" >&2; exit 1; }
  trap 'put_back; $reload' EXIT
  sed -i "s/^\( *server 127\.0\.0\.1:$port [^;]*\);/\1 down;/" "$site"
  $reload
  $restart"$port"
  tries=0
  until curl -sf -o /dev/null --max-time 2 "http://127.0.0.1:$port/readyz"; do
    tries=$((tries + 1))
    if [ "$tries" -ge 120 ]; then
      trap - EXIT
      echo "port $port is not ready after two minutes and stays out of nginx: see journalctl -u turnario@$port" >&2
      exit 1
    fi
    sleep 1
  done
  put_back
  trap - EXIT
  $reload
  echo "port $port restarted"
done
