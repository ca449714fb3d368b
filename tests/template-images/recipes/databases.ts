import type { ImageRecipe } from '../recipe.ts'

const postgres: ImageRecipe = {
  name: 'library/postgres:15-alpine',
  program: 'postgresql-15',
  packages: ['postgresql-15'],
  environment: {
    PATH: '/usr/lib/postgresql/15/bin:/usr/bin:/usr/sbin',
    PGDATA: '/var/lib/postgresql/data',
    LANG: 'C.UTF-8',
  },
  users: { postgres: 70 },
  command: ['postgres'],
  entrypoint: `
: "\${POSTGRES_PASSWORD:?}"
user=\${POSTGRES_USER:-postgres}
database=\${POSTGRES_DB:-$user}
mkdir -p "$PGDATA" /var/run/postgresql
chown -R postgres:postgres "$PGDATA" /var/run/postgresql
chmod 700 "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  umask 077
  echo "$POSTGRES_PASSWORD" > /tmp/password
  chown postgres /tmp/password
  gosu postgres initdb --username="$user" --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  gosu postgres pg_ctl -w start -o "-c listen_addresses=''"
  [ "$database" = postgres ] || gosu postgres createdb -U "$user" "$database"
  gosu postgres pg_ctl -w stop -m fast
fi
exec gosu postgres "$@" -c listen_addresses='*'`,
}

const mariadbPackages = ['mariadb-server', 'mariadb-client']

const mariadb = (tag: string): ImageRecipe => ({
  name: `library/mariadb:${tag}`,
  program: 'mariadb-server',
  packages: mariadbPackages,
  users: { mysql: 999 },
  command: ['mariadbd'],
  files: {
    '/usr/local/bin/healthcheck.sh': `#!/bin/sh
for check in "$@"; do
  case "$check" in
    --connect) mariadb-admin --user=healthcheck --protocol=tcp --connect-timeout=2 ping | grep -q 'is alive' || exit 1 ;;
    --innodb_initialized) [ -d /var/lib/mysql/mysql ] || exit 1 ;;
    *) exit 1 ;;
  esac
done`,
  },
  entrypoint: `
[ -n "$MARIADB_ROOT_PASSWORD" ] || { echo 'MARIADB_ROOT_PASSWORD is not set' >&2; exit 1; }
mkdir -p /var/lib/mysql /run/mysqld
chown -R mysql:mysql /var/lib/mysql /run/mysqld
if [ ! -d /var/lib/mysql/mysql ]; then
  mariadb-install-db --user=mysql --datadir=/var/lib/mysql --skip-test-db --auth-root-authentication-method=normal >&2
  {
    echo "DELETE FROM mysql.global_priv WHERE User = '' OR (User = 'root' AND Host <> 'localhost');"
    echo 'FLUSH PRIVILEGES;'
    echo "ALTER USER 'root'@'localhost' IDENTIFIED BY '$MARIADB_ROOT_PASSWORD';"
    echo "CREATE USER 'root'@'%' IDENTIFIED BY '$MARIADB_ROOT_PASSWORD';"
    echo "GRANT ALL ON *.* TO 'root'@'%' WITH GRANT OPTION;"
    for host in localhost 127.0.0.1 ::1; do echo "CREATE USER healthcheck@'$host';"; done
    [ -z "$MARIADB_DATABASE" ] || echo "CREATE DATABASE \\\`$MARIADB_DATABASE\\\`;"
    if [ -n "$MARIADB_USER" ]; then
      echo "CREATE USER '$MARIADB_USER'@'%' IDENTIFIED BY '$MARIADB_PASSWORD';"
      echo "GRANT ALL ON \\\`$MARIADB_DATABASE\\\`.* TO '$MARIADB_USER'@'%';"
    fi
  } > /tmp/first.sql
  set -- "$@" --init-file=/tmp/first.sql
  chown mysql /tmp/first.sql
fi
exec gosu mysql "$@" --datadir=/var/lib/mysql --socket=/run/mysqld/mysqld.sock --bind-address='*' --skip-name-resolve`,
})

const redis: ImageRecipe = {
  name: 'library/redis:7-alpine',
  program: 'redis-server',
  packages: ['redis-server'],
  users: { redis: 999 },
  command: ['redis-server'],
  files: { '/usr/local/bin/docker-entrypoint.sh': '#!/bin/sh\nexec /entrypoint.sh "$@"' },
  entrypoint: `
mkdir -p /data
cd /data
case "$1" in
  -* | *.conf) set -- redis-server "$@" ;;
esac
if [ "$1" = redis-server ] && [ "$(id -u)" = 0 ]; then
  chown -R redis /data
  exec gosu redis "$@" --protected-mode no
fi
exec "$@"`,
}

const memcached: ImageRecipe = {
  name: 'library/memcached:1.6-alpine',
  program: 'memcached',
  packages: ['memcached'],
  users: { memcache: 11211 },
  command: ['memcached'],
  entrypoint: `
case "$1" in
  -*) set -- memcached "$@" ;;
esac
exec gosu memcache "$@"`,
}

export const databaseRecipes: readonly ImageRecipe[] = [
  postgres,
  mariadb('10.11'),
  // The database beside another service.
  mariadb('11.4'),
  redis,
  memcached,
]
