/** The templates that run in the tests, by id, with the version under which Debian's program is served. */
export const testedVersions: Readonly<Record<string, string | undefined>> = {
  postgres: '15',
  mariadb: '10.11',
  redis: '7',
  memcached: '1.6',
  nginx: '1.28',
  httpd: '2.4',
  caddy: '2',
  'wordpress-mariadb': '6.8',
  adminer: undefined,
  webdav: '1',
  mosquitto: '2.0',
  rabbitmq: '3',
  nats: '2.11',
  registry: '2',
  prometheus: 'v3.2.1',
  alertmanager: 'v0.28.1',
}
