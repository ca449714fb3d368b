const settings = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '60',
  cluster_name: 'longshore',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // Logs errors without the rows and keys that they are about.
  log_error_verbosity: 'terse',

  // No committed data is lost.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',

  // Small: this one serves a single machine.
  shared_buffers: '32MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  wal_buffers: '1MB',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  autovacuum_max_workers: '1',
  io_method: 'sync',
  huge_pages: 'off',
  jit: 'off',
}

export type PostgresSettings = Partial<typeof settings>

/** Passed on the command line, so that a new version's settings apply to old data folders too. */
export const postgresSettings = (socketFolder: string, changed: PostgresSettings = {}): string[] =>
  Object.entries({ ...settings, ...changed, unix_socket_directories: socketFolder }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
