import type pg from 'pg'

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

const triesMax = 40
const againMs = 100

/** On a full disk PostgreSQL may fail to open a connection: it cannot write its shared state. */
const isWithoutRoom = (error: object): boolean => 'code' in error && error.code === '53100'

/** Where a full disk prevents further connections, waits for an open one: reading continues. */
export function waitForOpenOnes(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (callback: Callback) => void
  const again = (callback: Callback, triesLeft: number): void =>
    connect((error, client, done) => {
      if (!error || !isWithoutRoom(error) || triesLeft === 0 || pool.totalCount === 0)
        return callback(error, client, done)
      setTimeout(() => again(callback, triesLeft - 1), againMs)
    })
  const patient = (callback?: Callback): Promise<pg.PoolClient> | void => {
    if (callback) return again(callback, triesMax)
    return new Promise((resolve, reject) =>
      again((error, client) => (client ? resolve(client) : reject(error)), triesMax),
    )
  }
  pool.connect = patient as pg.Pool['connect']
}
