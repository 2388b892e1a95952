/** For one person's machine: small memory, few processes, and nothing that weakens durability. */
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '40',
  shared_buffers: '48MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  huge_pages: 'off',
  jit: 'off',
  // Without extra workers an idle server has five small processes.
  io_method: 'sync',
  max_worker_processes: '0',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  max_wal_senders: '0',
  autovacuum: 'on',
  autovacuum_max_workers: '2',
  autovacuum_worker_slots: '2',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Little to replay after a crash: ready again within seconds.
  max_wal_size: '256MB',
  min_wal_size: '64MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '',
  // Leaves out failed statements, which the server reports itself and whose text contains people's words.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
}

export const settingArguments = (socketDir: string, overrides: Record<string, string> = {}) =>
  Object.entries({ ...settings, unix_socket_directories: `"${socketDir}"`, ...overrides }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  )
