import type pg from 'pg'

/** Names of types, in the order of the parameters; names and types of the columns. */
type Described = { takes: string[]; gives: [string, string][] }

type Field = { name: string; dataTypeID: number }

/** Asks PostgreSQL what a statement takes and returns, without running it. */
export async function describeStatement(client: pg.Client, text: string): Promise<Described> {
  const fields = await columnsOf(client, text)
  const { rows } = await client.query<{ takes: string[] }>(
    `select array(select t.typname from unnest(parameter_types) with ordinality as p(type, place)
      join pg_type t on t.oid = p.type order by place)::text[] as takes
     from pg_prepared_statements where name = 'described'`,
  )
  await client.query('deallocate described')
  const ids = fields.map((one) => one.dataTypeID)
  const types = await client.query<{ oid: number; typname: string }>(
    'select oid::int4, typname from pg_type where oid = any($1)',
    [ids],
  )
  const nameOf = (oid: number) => readable(types.rows.find((one) => one.oid === oid)?.typname ?? '')
  return {
    takes: (rows[0]?.takes ?? []).map(readable),
    gives: fields.map((one) => [one.name, nameOf(one.dataTypeID)]),
  }
}

const readable = (type: string) => (type.startsWith('_') ? `${type.slice(1)}[]` : type)

type Connection = {
  parse: (given: { name: string; text: string }) => void
  describe: (given: { type: 'S'; name: string }) => void
  sync: () => void
}

/** The client's own queries always run; this one is only parsed and described. */
function columnsOf(client: pg.Client, text: string): Promise<Field[]> {
  return new Promise((resolve, reject) => {
    let fields: Field[] = []
    const query = {
      submit(connection: Connection) {
        connection.parse({ name: 'described', text })
        connection.describe({ type: 'S', name: 'described' })
        connection.sync()
      },
      handleRowDescription(message: { fields: Field[] }) {
        fields = message.fields
      },
      handleError: (error: Error) => reject(new Error(`${error.message} in ${text}`)),
      handleReadyForQuery: () => resolve(fields),
    }
    client.query(query as unknown as pg.Submittable)
  })
}
