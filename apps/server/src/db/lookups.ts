import pg from 'pg'

/** Short reads of one row, wanted by nearly every request. */
export type Lookups = {
  query: <R extends pg.QueryResultRow>(statement: pg.QueryConfig) => Promise<pg.QueryResult<R>>
  close: () => Promise<void>
}

const connections = 2

/**
 * Connections that many requests share: each statement is sent without waiting for the answers before it, which costs
 * half of what borrowing a connection costs. For statements that take a moment only: the others wait behind them.
 * A lost connection fails what was sent on it, and so does one that does not answer in its `query_timeout`; the next
 * statement opens another.
 */
export function openLookups(config: pg.ClientConfig, lost: (error: Error) => void): Lookups {
  const slots: (Promise<pg.Client> | null)[] = Array.from({ length: connections }, () => null)
  let current = 0

  const open = (slot: number): Promise<pg.Client> => {
    const client = new pg.Client({ ...config, pipeline: true })
    // Told twice of one loss, it must not drop the connection that came in its place meanwhile.
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
