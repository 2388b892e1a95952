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
export function openLookups(
  connect: () => pg.Client,
  on: { lost: (error: Error) => void; opened: (client: pg.Client) => Promise<void> },
): Lookups {
  const slots: (Promise<pg.Client> | null)[] = Array.from({ length: connections }, () => null)
  let current = 0

  const open = (slot: number): Promise<pg.Client> => {
    const client = connect()
    // Both events can report one loss: the second must not drop the replacement connection.
    const forget = () => {
      if (slots[slot] === opening) slots[slot] = null
    }
    client.once('end', forget)
    client.on('error', (error) => {
      forget()
      on.lost(error)
    })
    const opening = openOne(client).catch((error: unknown) => {
      forget()
      throw error
    })
    return opening
  }

  const openOne = async (client: pg.Client): Promise<pg.Client> => {
    await client.connect()
    await on.opened(client)
    return client
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
