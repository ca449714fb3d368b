import type { ImageRecipe } from '../recipe.ts'

const rclone: ImageRecipe = {
  name: 'rclone/rclone:1',
  program: 'rclone',
  packages: ['rclone'],
  environment: { XDG_CONFIG_HOME: '/config' },
  entrypoint: 'exec rclone "$@"',
}

const mosquitto: ImageRecipe = {
  name: 'library/eclipse-mosquitto:2.0',
  program: 'mosquitto',
  packages: ['mosquitto', 'mosquitto-clients'],
  users: { mosquitto: 1883 },
  command: ['mosquitto', '-c', '/mosquitto/config/mosquitto.conf'],
  files: { '/docker-entrypoint.sh': '#!/bin/sh\nexec /entrypoint.sh "$@"' },
  entrypoint: `
mkdir -p /mosquitto/data /mosquitto/log
chown -R mosquitto /mosquitto
exec "$@"`,
}

const rabbitmq: ImageRecipe = {
  name: 'library/rabbitmq:3-management-alpine',
  program: 'rabbitmq-server',
  packages: ['rabbitmq-server'],
  users: { rabbitmq: 100 },
  environment: { HOME: '/var/lib/rabbitmq', RABBITMQ_DATA_DIR: '/var/lib/rabbitmq' },
  command: ['rabbitmq-server'],
  entrypoint: `
mkdir -p /var/lib/rabbitmq /var/log/rabbitmq /etc/rabbitmq
{
  echo 'log.console = true'
  echo 'loopback_users.guest = false'
  [ -z "$RABBITMQ_DEFAULT_USER" ] || echo "default_user = $RABBITMQ_DEFAULT_USER"
  [ -z "$RABBITMQ_DEFAULT_PASS" ] || echo "default_pass = $RABBITMQ_DEFAULT_PASS"
} > /etc/rabbitmq/rabbitmq.conf
echo '[rabbitmq_management].' > /etc/rabbitmq/enabled_plugins
chown -R rabbitmq /var/lib/rabbitmq /var/log/rabbitmq /etc/rabbitmq
exec gosu rabbitmq "$@"`,
}

const nats: ImageRecipe = {
  name: 'library/nats:2.11-alpine',
  program: 'nats-server',
  packages: ['nats-server'],
  command: ['nats-server', '--config', '/etc/nats/nats-server.conf'],
  files: { '/etc/nats/nats-server.conf': 'port: 4222\nmonitor_port: 8222\n' },
  entrypoint: `
case "$1" in
  -*) set -- nats-server "$@" ;;
esac
exec "$@"`,
}

const registry: ImageRecipe = {
  name: 'library/registry:2',
  program: 'docker-registry',
  packages: ['docker-registry'],
  command: ['serve', '/etc/docker/registry/config.yml'],
  entrypoint: `
cat > /etc/docker/registry/config.yml <<'END'
version: 0.1
storage: { filesystem: { rootdirectory: /var/lib/registry } }
http: { addr: ':5000' }
END
exec docker-registry "$@"`,
}

const prometheus: ImageRecipe = {
  name: 'prom/prometheus:v3.2.1',
  program: 'prometheus',
  packages: ['prometheus'],
  users: { prometheus: 65534 },
  command: ['--config.file=/etc/prometheus/prometheus.yml', '--storage.tsdb.path=/prometheus'],
  files: {
    '/etc/prometheus/prometheus.yml': `global: { scrape_interval: 1s }
scrape_configs:
  - job_name: prometheus
    static_configs: [{ targets: ['localhost:9090'] }]
`,
  },
  entrypoint: `
mkdir -p /prometheus
chown prometheus /prometheus
exec gosu prometheus prometheus "$@"`,
}

const alertmanager: ImageRecipe = {
  name: 'prom/alertmanager:v0.28.1',
  program: 'prometheus-alertmanager',
  packages: ['prometheus-alertmanager'],
  users: { prometheus: 65534 },
  command: ['--config.file=/etc/alertmanager/alertmanager.yml', '--storage.path=/alertmanager'],
  files: { '/etc/alertmanager/alertmanager.yml': 'route: { receiver: none }\nreceivers: [{ name: none }]\n' },
  entrypoint: `
mkdir -p /alertmanager
chown prometheus /alertmanager
exec gosu prometheus prometheus-alertmanager "$@"`,
}

export const serverRecipes: readonly ImageRecipe[] = [
  rclone,
  mosquitto,
  rabbitmq,
  nats,
  registry,
  prometheus,
  alertmanager,
]
