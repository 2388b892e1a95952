import type { Studio } from './studio.ts'

const megabyte = 1_048_576

/** Copies a file of six megabytes until no more fit; its bytes are stored once. */
export async function fillStorage(studio: Studio): Promise<void> {
  const form = new FormData()
  form.set('purpose', 'TRANSFER')
  form.set('file', new Blob([new Uint8Array(6 * megabyte).fill(65)]), 'heavy.bin')
  const file = (await studio.call('POST', '/file/api/v1', form)).result._id
  const record = { type: 'FILE', name: 'heavy.bin', file }
  let ids = [(await studio.call('POST', '/transfer/api/v1', record)).result._id ?? '']
  while (ids.length > 0) {
    const [id, ...also] = ids
    const copies = await studio.call('PATCH', `/transfer/api/v1/copy/${id}`, { also }).catch((error) => {
      if (!String(error).includes('STORAGE_QUOTA')) throw error
      return null
    })
    // Fewer each time, so that as little as possible is left.
    if (copies === null) ids = ids.slice(0, Math.floor(ids.length / 2))
    else if (ids.length < 250) ids = [...ids, ...idsOf(copies)]
  }
}

function idsOf(answer: object): string[] {
  const results: unknown = Reflect.get(answer, 'results')
  return Array.isArray(results) ? results.map((one: { _id: string }) => one._id) : []
}

/** Deletes two of the copies. */
export async function makeRoom(studio: Studio): Promise<void> {
  const { result } = await studio.call('GET', '/file/api/v1/usage/user')
  const { files } = result as unknown as { files: { transfer: string | null }[] }
  const [first, second] = files.flatMap(({ transfer }) => transfer ?? [])
  await studio.call('DELETE', `/transfer/api/v1/${first}`, { also: [second] })
}
