import { expect, test } from 'vitest'
import type { UploadTransport } from '#web/lib/upload-transport'
import { createTransferStore } from './transfer-store.ts'

/** Have an address and never end. */
const endless: UploadTransport = ({ file, onAddress }) => {
  onAddress?.(`/at/${file.name}`)
  return new Promise(() => {})
}

function start(transport = endless, folders: Record<string, string[]> = {}) {
  const abandoned: string[] = []
  const completed: (readonly string[])[] = []
  let count = 0
  const store = createTransferStore({
    transport,
    newKey: () => `key-${count++}`,
    readable: async () => {},
    foldersOf: (file) => folders[file.name] ?? [],
    makeFolder: async () => 'folder',
    makeRecord: async ({ file }) => `record of ${file}`,
    makeLink: async (_terms, count) => ({ id: 'delivery', url: `/for/${count}` }),
    completeLink: async (_id, items) => completed.push(items),
    removeLink: async () => {},
    discardFile: async () => {},
    abandon: (address) => abandoned.push(address),
    refresh: () => {},
    toastError: () => {},
    toastSuccess: () => {},
  })
  return { store, abandoned, completed }
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

test('the link is there while files still go, and shows the folders and files that were sent', async () => {
  const arrive: (() => void)[] = []
  const transport: UploadTransport = ({ file }) =>
    new Promise((done) => arrive.push(() => done({ fileId: `id of ${file.name}`, key: 'key' })))
  const { store, completed } = start(transport, { 'b.psd': ['Set', 'Deep'], 'c.psd': ['Set'] })
  const queue = () => store.getSession().queue
  store.open(null, [new File(['a'], 'a.psd'), new File(['b'], 'b.psd'), new File(['c'], 'c.psd')])
  await expect.poll(() => queue().uploads.items.length).toBe(3)
  expect(queue().terms.isOn).toBe(true)
  store.send({ type: 'sent' })
  await expect.poll(() => queue().link?.url).toBe('/for/3')
  expect([queue().view, completed]).toEqual(['uploading', []])
  for (let n = 0; n < 3; n++) {
    await expect.poll(() => arrive.length).toBe(n + 1)
    arrive[n]?.()
  }
  await expect.poll(() => completed).toEqual([['record of id of a.psd', 'folder']])
  await expect.poll(() => queue().link?.state).toBe('complete')
})
