import { expect, test } from 'vitest'
import { createTransferStore } from './transfer-store.ts'

/** Uploads that have an address and never end. */
function start() {
  const abandoned: string[] = []
  let count = 0
  const store = createTransferStore({
    transport: ({ file, onAddress }) => {
      onAddress?.(`/at/${file.name}`)
      return new Promise(() => {})
    },
    newKey: () => `key-${count++}`,
    readable: async () => {},
    foldersOf: () => [],
    makeFolder: async () => 'folder',
    makeRecord: async () => {},
    discardFile: async () => {},
    abandon: (address) => abandoned.push(address),
    refresh: () => {},
    toastError: () => {},
    toastSuccess: () => {},
  })
  return { store, abandoned }
}

const idOf = ({ store }: ReturnType<typeof start>, name: string) =>
  store.getSession().queue.uploads.items.find((item) => item.name === name)?.id ?? ''

async function sending() {
  const started = start()
  const { store } = started
  store.open(null, [new File(['a'], 'a.psd'), new File(['b'], 'b.psd')])
  await expect.poll(() => store.getSession().queue.uploads.items.length).toBe(2)
  store.send({ type: 'sent' })
  await expect.poll(() => store.getSession().queue.uploads.items[0]?.state).toBe('uploading')
  return started
}

test('what has come of a file that is taken away is given up on the server', async () => {
  const started = await sending()
  started.store.send({ type: 'removed', id: idOf(started, 'a.psd') })
  expect(started.abandoned).toEqual(['/at/a.psd'])
})

test('Cancel gives up what has come in part, and nothing of what never began', async () => {
  const started = await sending()
  started.store.send({ type: 'uploadsCancelled' })
  started.store.send({ type: 'dropped' })
  expect(started.abandoned).toEqual(['/at/a.psd'])
})
