import { expect, test } from 'vitest'
import type { UploadTransport } from '#web/lib/upload-transport'
import type { KeptTransfer } from './kept-transfer.ts'
import { keyLost } from './transfer-queue.ts'
import { createTransferStore } from './transfer-store.ts'

/** Uploads with an address that never end. */
const endless: UploadTransport = ({ file, onAddress }) => {
  onAddress?.(`/at/${file.name}`)
  return new Promise(() => {})
}

let visit = 0

/** `kept` is the browser's storage over visits, `readable` the files it returns without a prompt. */
function start(
  transport = endless,
  folders: Record<string, string[]> = {},
  kept = new Map<string, KeptTransfer>(),
  readable: Record<string, File> = {},
  emptyFolders: string[][] = [],
) {
  const abandoned: string[] = []
  const completed: (readonly string[])[] = []
  const made: string[] = []
  const shown: (readonly string[])[] = []
  const toasts: string[] = []
  const removed: string[] = []
  const counts: number[] = []
  const filled: (readonly string[])[] = []
  const refreshed: number[] = []
  const held = new Map<string, Promise<void>>()
  function hold(name: string) {
    const { promise, resolve } = Promise.withResolvers<void>()
    held.set(name, promise)
    return { end: resolve }
  }
  visit += 1
  let count = 0
  const store = createTransferStore({
    transport,
    newKey: () => `key-${visit}-${count++}`,
    readable: async () => {},
    foldersOf: (file) => folders[file.name] ?? [],
    emptyFoldersOf: () => emptyFolders,
    async makeFolder({ name, parent }) {
      made.push(parent === null ? name : `${parent}/${name}`)
      await held.get(name)
      return 'folder'
    },
    async makeRecord({ name, file }) {
      // Created after those behind it.
      if (name === 'a.psd') await new Promise((done) => setTimeout(done))
      await held.get(name)
      return `record of ${file}`
    },
    async makeLink(_terms, count) {
      await held.get('link')
      return { id: 'delivery', url: `/for/${count}` }
    },
    addToLink: async (_id, items) => shown.push(items),
    announceArrived: async (_id, count) => counts.push(count),
    addAllToLink: async (_id, items) => filled.push(items),
    completeLink: async (_id, items) => completed.push(items),
    removeLink: async (id) => removed.push(id),
    discardFile: async () => {},
    keeper: {
      save: (note) => kept.set(note.key, structuredClone(note)),
      forget: async (key) => void kept.delete(key),
      forgetAll: async () => kept.clear(),
      take: async () => [...kept.values()][0] ?? null,
      release() {},
    },
    restore: { findStored: async () => '', reopen: async ({ name }) => readable[name] ?? null },
    askToReopen: async () => null,
    abandon: (address) => abandoned.push(address),
    // The deletions before the lists are read again.
    refresh: () => refreshed.push(removed.length + completed.length),
    toastError: (message) => toasts.push(message),
    toastSuccess: () => {},
  })
  return { store, abandoned, completed, kept, made, shown, toasts, removed, counts, filled, refreshed, hold }
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

test('discards the partial upload of a removed file', async () => {
  const started = await sending()
  started.store.send({ type: 'removed', id: idOf(started, 'a.psd') })
  expect(started.abandoned).toEqual(['/at/a.psd'])
})

test('Cancel discards partial uploads, and nothing that never began', async () => {
  const started = await sending()
  started.store.send({ type: 'uploadsCancelled' })
  started.store.send({ type: 'dropped' })
  expect(started.abandoned).toEqual(['/at/a.psd'])
})

test('Cancel deletes an empty link, and the lists show it', async () => {
  const { store, removed, refreshed } = await sending()
  await expect.poll(() => store.getSession().queue.link?.id).toBe('delivery')
  store.send({ type: 'uploadsCancelled' })
  expect(removed).toEqual([])
  store.send({ type: 'dropped' })
  await expect.poll(() => [removed, refreshed]).toEqual([['delivery'], [1]])
})

test('Cancel keeps a link with its uploaded files, which then waits for no more', async () => {
  const transport: UploadTransport = ({ file }) =>
    file.name === 'c.psd'
      ? Promise.reject(new Error('cut'))
      : Promise.resolve({ fileId: `id of ${file.name}`, key: 'key' })
  const { store, removed, completed, refreshed } = start(transport)
  store.open(null, [new File(['b'], 'b.psd'), new File(['c'], 'c.psd')])
  const queue = () => store.getSession().queue
  await expect.poll(() => queue().uploads.items.length).toBe(2)
  store.send({ type: 'sent' })
  await expect
    .poll(() => [queue().view, queue().uploads.items.map((item) => item.name)])
    .toEqual(['queue', ['c.psd']])
  store.send({ type: 'dropped' })
  await expect.poll(() => [completed, refreshed.at(-1)]).toEqual([[['record of id of b.psd']], 1])
  expect(removed).toEqual([])
})

test('deletes a link whose transfer was cancelled during its creation', async () => {
  const started = start()
  const { store, removed } = started
  const making = started.hold('link')
  store.open(null, [new File(['a'], 'a.psd')])
  await expect.poll(() => store.getSession().queue.uploads.items.length).toBe(1)
  store.send({ type: 'sent' })
  store.send({ type: 'dropped' })
  making.end()
  await expect.poll(() => removed).toEqual(['delivery'])
  expect(store.getSession().queue).toMatchObject({ view: 'picker', link: null })
})

test('adds files to an earlier delivery, which Cancel leaves unchanged', async () => {
  const transport: UploadTransport = ({ file }) =>
    file.name === 'c.psd'
      ? Promise.reject(new Error('cut'))
      : Promise.resolve({ fileId: `id of ${file.name}`, key: 'key' })
  const { store, removed, completed, filled } = start(transport)
  const queue = () => store.getSession().queue
  const older = { id: 'older', url: '/older' }
  store.openInto(older, 'folder')
  // Closed without a choice, it is forgotten.
  store.send({ type: 'closed' })
  store.open(null)
  expect(queue()).toMatchObject({ link: null, terms: { isOn: true } })
  store.openInto(older, 'folder')
  expect(queue()).toMatchObject({ isOpen: true, view: 'picker', target: 'folder', link: older })
  store.add([new File(['b'], 'b.psd')])
  await expect.poll(() => queue().uploads.items.length).toBe(1)
  store.send({ type: 'sent' })
  await expect.poll(() => filled).toEqual([['record of id of b.psd']])
  await expect.poll(() => queue().view).toBe('success')
  store.openInto(older, null)
  store.add([new File(['c'], 'c.psd')])
  await expect.poll(() => queue().uploads.items.length).toBe(1)
  store.send({ type: 'sent' })
  await expect.poll(() => queue().view).toBe('queue')
  store.send({ type: 'dropped' })
  await expect.poll(() => queue().link).toBe(null)
  expect([removed, completed, filled.length]).toEqual([[], [], 1])
})

test('the link exists while files still upload, and shows the sent folders and files', async () => {
  const arrive: (() => void)[] = []
  const transport: UploadTransport = ({ file }) =>
    new Promise((done) => arrive.push(() => done({ fileId: `id of ${file.name}`, key: 'key' })))
  const { store, completed, counts } = start(transport, { 'b.psd': ['Set', 'Deep'], 'c.psd': ['Set'] })
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
    // The link's holders learn of the first while others still upload.
    if (n === 0) await expect.poll(() => counts).toEqual([1])
  }
  await expect.poll(() => completed).toEqual([['record of id of a.psd', 'folder']])
  await expect.poll(() => queue().link?.state).toBe('complete')
})

test('after a restart readable files resume, and the others are named and resume once chosen', async () => {
  const kept = new Map<string, KeptTransfer>()
  const [a, b, c] = ['a.psd', 'b.psd', 'c.psd'].map((name) => new File(['x'], name, { lastModified: 1 }))
  if (!a || !b || !c) throw new Error('three files')
  const folders = { 'b.psd': ['Set'] }
  const before = start(endless, folders, kept)
  before.store.claim('olga')
  before.store.open('folder', [a, b, c])
  await expect.poll(() => before.store.getSession().queue.uploads.items.length).toBe(3)
  before.store.send({ type: 'termsChanged', terms: { isOn: true, title: 'Final', accessKey: 'secret' } })
  before.store.send({ type: 'sent' })
  const note = () => [...kept.values()][0]
  await expect.poll(() => [note()?.goesOn, note()?.files[0]?.address]).toEqual([true, '/at/a.psd'])
  expect(JSON.stringify(note())).not.toContain('secret')

  const sent: [string, string | null | undefined][] = []
  const transport: UploadTransport = async ({ file, address }) => {
    sent.push([file.name, address])
    return { fileId: `id of ${file.name}`, key: 'key' }
  }
  const after = start(transport, {}, kept, { 'c.psd': c })
  const queue = () => after.store.getSession().queue
  after.store.claim('olga')
  await expect.poll(() => queue().missing.map((file) => file.name)).toEqual(['a.psd', 'b.psd'])
  expect(queue()).toMatchObject({ target: 'folder', terms: { title: 'Final', accessKey: '' } })
  await expect.poll(() => [sent, queue().view]).toEqual([[['c.psd', null]], 'queue'])
  expect(after.completed).toEqual([])
  after.store.add([b, a])
  await expect.poll(() => queue().uploads.items.length).toBe(2)
  expect(queue().missing).toEqual([])
  after.store.send({ type: 'sent' })
  await expect
    .poll(() => after.completed.map((items) => items.toSorted()))
    .toEqual([['folder', 'record of id of a.psd', 'record of id of c.psd']])
  expect(sent).toContainEqual(['a.psd', '/at/a.psd'])
  await expect.poll(() => kept.size).toBe(0)
})

test('asks again for an earlier password, which is never stored', async () => {
  const kept = new Map<string, KeptTransfer>()
  const before = start(endless, {}, kept)
  before.store.claim('olga')
  before.store.open(null, [new File(['a'], 'a.psd', { lastModified: 1 })])
  await expect.poll(() => before.store.getSession().queue.uploads.items.length).toBe(1)
  before.store.send({ type: 'termsChanged', terms: { accessKey: 'secret' } })
  await expect.poll(() => [...kept.values()].map((note) => note.terms.isKeyLost)).toEqual([true])

  const { store } = start(endless, {}, kept, { 'a.psd': new File(['a'], 'a.psd', { lastModified: 1 }) })
  const queue = () => store.getSession().queue
  store.claim('olga')
  await expect.poll(() => queue().uploads.items.length).toBe(1)
  store.send({ type: 'sent' })
  expect(queue()).toMatchObject({ view: 'queue', problems: { accessKey: keyLost }, link: null })
  store.send({ type: 'termsChanged', terms: { accessKey: 'another' } })
  store.send({ type: 'sent' })
  await expect.poll(() => queue().link?.id).toBe('delivery')
})

test('keeps the last input when the page closes at once', async () => {
  const { store, kept } = start()
  store.claim('olga')
  store.open(null, [new File(['a'], 'a.psd')])
  await expect.poll(() => kept.size).toBe(1)
  store.send({ type: 'termsChanged', terms: { title: 'Final files' } })
  store.keepNow()
  expect([...kept.values()].map(({ terms }) => terms.title)).toEqual(['Final files'])
})

test('warns before sending if a link cannot show everything', async () => {
  const { store } = start()
  store.open(
    null,
    Array.from({ length: 4_001 }, (_, n) => new File(['a'], `${n}.psd`)),
  )
  const queue = () => store.getSession().queue
  await expect.poll(() => queue().uploads.items.length).toBe(4_001)
  store.send({ type: 'sent' })
  await expect.poll(() => queue().alert).toContain('Put them in one folder.')
  expect(queue().view).toBe('queue')
})

test('creates empty folders too, siblings in parallel, and the link shows them', async () => {
  const transport: UploadTransport = async ({ file }) => ({ fileId: `id of ${file.name}`, key: 'key' })
  const empty = [
    ['Set', 'Empty'],
    ['Set', 'Other', 'Deep'],
  ]
  const started = start(transport, {}, new Map(), {}, empty)
  const { store, made, completed } = started
  const before = started.hold('Empty')
  store.open(null, [new File(['a'], 'a.psd')])
  const queue = () => store.getSession().queue
  await expect.poll(() => queue().uploads.items.length).toBe(1)
  store.send({ type: 'sent' })
  await expect.poll(() => made).toEqual(['Set', 'folder/Empty', 'folder/Other', 'folder/Deep'])
  before.end()
  await expect.poll(() => completed).toEqual([['record of id of a.psd', 'folder']])
  expect(made).toHaveLength(4)
})

test('the link shows arrived files before all have arrived', async () => {
  const transport: UploadTransport = async ({ file }) => ({ fileId: `id of ${file.name}`, key: 'key' })
  const started = start(transport)
  const { store, shown } = started
  const before = started.hold('c.psd')
  store.open(
    null,
    ['b.psd', 'c.psd', 'd.psd'].map((name) => new File(['a'], name)),
  )
  await expect.poll(() => store.getSession().queue.uploads.items.length).toBe(3)
  store.send({ type: 'sent' })
  await expect.poll(() => shown).toEqual([['record of id of b.psd']])
  expect(started.completed).toEqual([])
  before.end()
  await expect.poll(() => started.completed.length).toBe(1)
  expect(started.completed[0]).toHaveLength(3)
})

test('says so if nothing of the selection is left', async () => {
  const { store, toasts } = start()
  store.open(null, Promise.resolve([]))
  await expect.poll(() => toasts).toEqual(['No valid files selected. Please select files of up to 500MB.'])
  expect(store.getSession().queue.view).toBe('picker')
})
