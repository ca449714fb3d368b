export interface ConnectionKind {
  label: string
  scheme: string
  port: number
  /** Images of this kind, by the last part of their names. */
  images: readonly string[]
  /** The variables that the parts of a connection string come from; of several, the first that the service has. */
  user: readonly string[]
  password: readonly string[]
  database: readonly string[]
  /** What the image uses without these variables. */
  defaultUser: string
  defaultDatabase: string
}

/** The kinds of services that programs connect to with one string. */
export const connectionKinds: readonly ConnectionKind[] = [
  {
    label: 'PostgreSQL',
    scheme: 'postgresql',
    port: 5432,
    images: ['postgres', 'postgresql', 'postgis', 'pgvector', 'timescaledb'],
    user: ['POSTGRES_USER', 'POSTGRESQL_USERNAME'],
    password: ['POSTGRES_PASSWORD', 'POSTGRESQL_PASSWORD'],
    database: ['POSTGRES_DB', 'POSTGRESQL_DATABASE'],
    defaultUser: 'postgres',
    defaultDatabase: 'postgres',
  },
  {
    label: 'MySQL',
    scheme: 'mysql',
    port: 3306,
    images: ['mysql', 'mariadb', 'percona', 'percona-server'],
    user: ['MYSQL_USER', 'MARIADB_USER'],
    password: ['MYSQL_PASSWORD', 'MARIADB_PASSWORD', 'MYSQL_ROOT_PASSWORD', 'MARIADB_ROOT_PASSWORD'],
    database: ['MYSQL_DATABASE', 'MARIADB_DATABASE'],
    defaultUser: 'root',
    defaultDatabase: '',
  },
  {
    label: 'Redis',
    scheme: 'redis',
    port: 6379,
    images: ['redis', 'valkey', 'keydb', 'dragonfly', 'redis-stack', 'redis-stack-server'],
    user: [],
    password: ['REDIS_PASSWORD', 'VALKEY_PASSWORD'],
    database: [],
    defaultUser: '',
    defaultDatabase: '',
  },
  {
    label: 'MongoDB',
    scheme: 'mongodb',
    port: 27_017,
    images: ['mongo', 'mongodb', 'mongodb-community-server'],
    user: ['MONGO_INITDB_ROOT_USERNAME'],
    password: ['MONGO_INITDB_ROOT_PASSWORD'],
    database: [],
    defaultUser: '',
    defaultDatabase: '',
  },
  {
    label: 'RabbitMQ',
    scheme: 'amqp',
    port: 5672,
    images: ['rabbitmq'],
    user: ['RABBITMQ_DEFAULT_USER'],
    password: ['RABBITMQ_DEFAULT_PASS'],
    database: ['RABBITMQ_DEFAULT_VHOST'],
    defaultUser: 'guest',
    defaultDatabase: '',
  },
]
