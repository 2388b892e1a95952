import pg from 'pg'

/** Short reads of one row, which nearly every request needs. */
export type Lookups = {
  query: <R extends pg.QueryResultRow>(statement: pg.QueryConfig) => Promise<pg.QueryResult<R>>
  close: () => Promise<void>
}

const connections = 2

/**
 * Connections shared by requests, without waiting between statements: for quick statements only. A lost or slow
 * connection fails its statements.
 */
export function openLookups(config: pg.ClientConfig, lost: (error: Error) => void): Lookups {
  const slots: (Promise<pg.Client> | null)[] = Array.from({ length: connections }, () => null)
  let current = 0

  const open = (slot: number): Promise<pg.Client> => {
    const client = new pg.Client({ ...config, pipeline: true })
    // Both events can report one loss: the second must not drop the replacement connection.
    const forget = () => {
      if (slots[slot] === opening) slots[slot] = null
    }
    client.once('end', forget)
    client.on('error', (error) => {
      forget()
      lost(error)
    })
    const opening = client.connect().then(
      () => client,
      (error: unknown) => {
        forget()
        throw error
      },
    )
    return opening
  }

  return {
    async query(statement) {
      current = (current + 1) % connections
      slots[current] ??= open(current)
      const client = await slots[current]
      if (!client) throw new Error('a slot without a connection')
      return client.query(statement)
    },
    async close() {
      const open = await Promise.allSettled(slots)
      await Promise.all(open.map((one) => (one.status === 'fulfilled' ? one.value?.end() : undefined)))
    },
  }
}
