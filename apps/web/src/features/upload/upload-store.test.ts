import { autoUpdateDelayMs, resumeDelayMs } from '@wingmark/contract/limits'
import type { Review } from '@wingmark/contract/reviews'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type StoredFile, UploadError, type UploadRequest } from '#web/lib/upload-transport'
import type { KeptSession } from './kept-session.ts'
import type { UploadDeps } from './upload-deps.ts'
import { createUploadStore } from './upload-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const added = (of: string) => ({ reviewId: 'r1', of, number: 2, name: of, current: 2 })
const review = (id: string, name: string, files: string[]): Review => ({
  _id: id,
  name,
  description: '',
  commentsUntil: null,
  owner: { _id: 'u', name: 'Ada', avatar: null },
  files,
  fileCount: files.length,
  commentCount: 0,
  openCount: 0,
  cover: null,
  coverUrl: null,
  visibility: 'UNLISTED',
  share: { access: 'COMMENT', allowDownload: true },
  role: 'OWNER',
  status: 'OPEN',
  round: null,
  createdAt: '',
  updatedAt: '',
  can: {
    edit: true,
    comment: true,
    resolve: true,
    share: true,
    delete: true,
    download: true,
    join: false,
    summarise: false,
    decide: false,
    startRound: false,
  },
})

const png = (name: string) => new File(['x'], name, { type: 'image/png' })

let keys = 0

/** A server that answers on command; `kept` is the browser's storage over visits. */
function start(overrides: Partial<UploadDeps> = {}, kept = new Map<string, KeptSession>()) {
  const sent: (UploadRequest & { answer: (stored: StoredFile) => void; fail: (error: Error) => void })[] = []
  const errors: string[] = []
  const take = async (owner: string) => [...kept.values()].find((note) => note.owner === owner) ?? null
  const deps: UploadDeps = {
    transport: (request) =>
      new Promise((answer, fail) => {
        sent.push({ ...request, answer, fail })
        request.signal?.addEventListener('abort', () =>
          fail(new UploadError('cancelled', 'Upload cancelled')),
        )
      }),
    newKey: () => `key-${++keys}`,
    readable: async () => {},
    measure: async () => null,
    draw: async () => null,
    keeper: {
      save: (note) => kept.set(note.key, note),
      forget: async (key) => void kept.delete(key),
      forgetAll: async (owner) => {
        for (const note of kept.values()) if (note.owner === owner) kept.delete(note.key)
      },
      take,
      release() {},
    },
    restore: { findStored: async (id) => `/thumbnails/${id}`, reopen: async () => null },
    askToReopen: async () => null,
    abandon: vi.fn<UploadDeps['abandon']>(),
    createReview: vi.fn<UploadDeps['createReview']>(async ({ name, files }) => review('r1', name, files)),
    renameReview: vi.fn<UploadDeps['renameReview']>(async (id, name) => review(id, name, [])),
    filesOf: () => [],
    addVersion: async ({ of }) => added(of),
    saveVersions: () => {},
    addToReview: vi.fn<UploadDeps['addToReview']>(async (id, files) => review(id, 'Old', [...files])),
    discardFile: vi.fn<UploadDeps['discardFile']>(async () => {}),
    reloadReview: vi.fn<UploadDeps['reloadReview']>(() => true),
    explain: (error) => ({ message: String(error), fields: {} }),
    toastError: (message) => errors.push(message),
    toastSuccess: () => {},
    ...overrides,
  }
  const store = createUploadStore(deps)
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const answer = async (index: number) => {
    sent[index]?.answer({ fileId: `file-${index}`, key: `stored-${index}` })
    await settle()
  }
  return { kept, store, deps, sent, errors, settle, answer, queue: () => store.getSession().queue }
}

describe('publishing', () => {
  it('creates a review from what is uploaded, and the rest follows automatically', async () => {
    const { store, deps, answer, queue } = start()
    await store.open(null, [png('a.png'), png('b.png')])
    await answer(0)
    store.setName('  Spring  ')
    await store.publish()
    expect(deps.createReview).toHaveBeenCalledWith({
      name: 'Spring',
      files: ['file-0'],
      key: expect.any(String),
    })
    expect(store.getSession().view).toBe('published')

    store.close()
    expect(queue().items.map((item) => item.state)).toEqual(['uploaded', 'uploading'])
    await answer(1)
    await vi.advanceTimersByTimeAsync(autoUpdateDelayMs)
    expect(deps.addToReview).toHaveBeenCalledWith('r1', ['file-1'], true)
    expect(queue().items).toEqual([])
  })

  it('reuses the key after a failure, so that a lost answer creates no second review', async () => {
    const createReview = vi
      .fn<UploadDeps['createReview']>()
      .mockRejectedValueOnce(new Error('lost'))
      .mockImplementation(async () => review('r1', 'First name', ['file-0']))
    const { store, deps, answer } = start({ createReview })
    await store.open(null, [png('a.png')])
    await answer(0)
    store.setName('First name')
    await store.publish()
    expect(store.getSession().publishError?.message).toBe('Failed to create review. Please try again.')
    store.setName('Second name')
    await store.publish()
    const [first, second] = createReview.mock.calls
    expect(second?.[0].key).toBe(first?.[0].key)
    expect(deps.renameReview).toHaveBeenCalledWith('r1', 'Second name')
    expect(store.getSession().view).toBe('published')
  })

  it('asks for a name and files with the specification’s sentences', async () => {
    const { store, deps, answer } = start()
    await store.open(null, [png('a.png')])
    expect(store.getSession().name).toBe('a')
    store.setName(' ')
    store.send({ type: 'removed', id: store.getSession().queue.items[0]?.id ?? '' })
    // An emptied name asks for another one.
    await store.open(null, [png('b.png')])
    await store.publish()
    expect(store.getSession().nameError).toBe('Please enter a review name')
    store.setName('Spring')
    await store.publish()
    expect(store.getSession().publishError?.message).toBe('No files have been uploaded yet.')
    expect(deps.createReview).not.toHaveBeenCalled()
    await answer(1)
    store.setCommentsUntil('2027-03-01')
    await store.publish()
    expect(deps.createReview).toHaveBeenCalledWith(
      expect.objectContaining({ name: 'Spring', commentsUntil: '2027-03-01' }),
    )
  })

  it('resumes paused uploads after publishing', async () => {
    const { store, answer, sent } = start()
    await store.open(null, [png('a.png'), png('b.png')])
    await answer(0)
    store.send({ type: 'paused' })
    store.setName('Spring')
    await store.publish()
    await vi.advanceTimersByTimeAsync(resumeDelayMs)
    expect(sent).toHaveLength(3)
  })

  const emptyFile = () =>
    new UploadError('refused', 'This file is empty.', { status: 422, code: 'INVALID_FIELDS' })

  it('names files refused for good, and lets the next upload begin', async () => {
    const { store, sent, errors, answer, settle, kept, queue } = start()
    store.claim('ada')
    await store.open(null, [png('a.png'), png('empty.png'), png('broken.png')])
    await answer(0)
    sent[1]?.fail(emptyFile())
    await settle()
    sent[2]?.fail(new UploadError('refused', 'Only…', { status: 415, code: 'FILE_TYPE_NOT_ACCEPTED' }))
    await settle()
    store.setName('Spring')
    await store.publish()
    store.close()
    expect(errors).toEqual(['2 files weren’t uploaded: empty.png, broken.png'])
    expect([...kept.keys()]).toEqual([])
    await store.open(null)
    expect(store.getSession().conflict).toBeNull()
    expect(store.getSession().view).toBe('choose')
    expect(queue().items).toEqual([])
  })

  it('says so too when a file is refused after its dialog closed', async () => {
    const { store, sent, errors, answer, settle, queue } = start()
    await store.open(null, [png('a.png'), png('empty.png')])
    await answer(0)
    store.setName('Spring')
    await store.publish()
    store.close()
    sent[1]?.fail(emptyFile())
    await settle()
    expect(errors).toEqual(['1 file wasn’t uploaded: empty.png'])
    expect(queue().items).toEqual([])
  })

  it('keeps refused files, and the name, on screen while more files arrive', async () => {
    const { store, sent, settle, queue } = start()
    await store.open(null, [png('empty.png')])
    sent[0]?.fail(emptyFile())
    await settle()
    store.setName('Spring')
    await store.open(null, [png('a.png')])
    expect(queue().items.map((item) => item.state)).toEqual(['refused', 'uploading'])
    expect(store.getSession().name).toBe('Spring')
  })

  it('reports a refused file after the page of the review has reloaded', async () => {
    const { store, deps, sent, errors, answer, settle } = start()
    await store.open('r7', [png('a.png'), png('empty.png')])
    await answer(0)
    sent[1]?.fail(emptyFile())
    await settle()
    await store.publish()
    expect(deps.reloadReview).toHaveBeenCalledExactlyOnceWith('r7', '1 file wasn’t uploaded: empty.png')
    expect(errors).toEqual(['1 file wasn’t uploaded: empty.png'])
  })

  it('adds files to the review of the page, without a name', async () => {
    const { store, deps, answer, queue } = start()
    await store.open('r7', [png('a.png')])
    await answer(0)
    await store.publish()
    expect(deps.addToReview).toHaveBeenCalledExactlyOnceWith('r7', ['file-0'], false)
    expect(deps.createReview).not.toHaveBeenCalled()
    expect(queue().items).toEqual([])
    expect(store.getSession().view).toBe('closed')
    expect(deps.reloadReview).toHaveBeenCalledExactlyOnceWith('r7', null)
  })

  it('adds a file to its review one second after its arrival, however soon the next one follows', async () => {
    const { store, deps, answer } = start()
    await store.open('r7', [png('a.png'), png('b.png'), png('c.png')])
    await answer(0)
    await vi.advanceTimersByTimeAsync(900)
    await answer(1)
    await vi.advanceTimersByTimeAsync(99)
    expect(deps.addToReview).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(deps.addToReview).toHaveBeenCalledExactlyOnceWith('r7', ['file-0', 'file-1'], false)
    await answer(2)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(deps.addToReview).toHaveBeenLastCalledWith('r7', ['file-2'], false)
  })

  it('says that files resume only if they were paused before', async () => {
    const { store, answer, queue } = start()
    await store.open(null, [png('a.png'), png('b.png'), png('c.png')])
    store.setName('Spring')
    await answer(0)
    store.send({ type: 'held', id: queue().items[1]?.id ?? '' })
    await store.publish()
    expect(store.getSession().goesOn).toBe(false)

    const other = start()
    await other.store.open(null, [png('a.png'), png('b.png')])
    other.store.setName('Spring')
    await other.answer(0)
    other.store.send({ type: 'paused' })
    await other.store.publish()
    expect(other.store.getSession().goesOn).toBe(true)
  })

  it('does not reload the page of the review while other files still upload', async () => {
    const { store, deps, answer, queue } = start()
    await store.open('r7', [png('a.png'), png('b.png')])
    await answer(0)
    await store.publish()
    expect(store.getSession().view).toBe('closed')
    expect(queue().items.map((item) => item.state)).toEqual(['uploaded', 'uploading'])
    expect(deps.reloadReview).not.toHaveBeenCalled()
  })

  it('reports a failed update of the page’s review, and a retry works', async () => {
    const addToReview = vi.fn<UploadDeps['addToReview']>().mockRejectedValueOnce(new Error('down'))
    addToReview.mockImplementation(async (id, files) => review(id, 'Old', [...files]))
    const { store, answer, queue } = start({ addToReview })
    await store.open('r7', [png('a.png')])
    await answer(0)
    await vi.advanceTimersByTimeAsync(autoUpdateDelayMs)
    expect(queue().attachError).toContain('down')
    expect(queue().items[0]?.review).toBe('apart')
    await store.publish()
    expect(addToReview).toHaveBeenCalledTimes(2)
    expect(store.getSession().view).toBe('closed')
  })
})

describe('a later visit', () => {
  /** Ada chose three files; one is stored, one has begun, one waits. Then the tab closes. */
  async function leaveInTheMiddle() {
    const first = start()
    first.store.claim('ada')
    await first.store.open(null, [png('a.png'), png('b.png'), png('c.png')])
    first.store.setName('Spring')
    await first.answer(0)
    first.sent[1]?.onAddress?.('https://server/tus/b')
    return { kept: first.kept, key: first.store.getSession().publishKey }
  }

  it('has stored files, and names unfinished ones', async () => {
    const { kept, key } = await leaveInTheMiddle()
    const { store, settle } = start({}, kept)
    store.claim('ada')
    await settle()
    const { queue, missing, name, publishKey, pictures } = store.getSession()
    expect(queue.items.map((item) => [item.name, item.state])).toEqual([['a.png', 'uploaded']])
    expect(Object.values(pictures)).toEqual(['/thumbnails/file-0'])
    expect(missing.map((one) => one.name)).toEqual(['b.png', 'c.png'])
    expect([name, publishKey]).toEqual(['Spring', key])
  })

  it('resumes at its address, with its key, once the file is chosen again', async () => {
    const { kept } = await leaveInTheMiddle()
    const begun = [...kept.values()].flatMap((note) => note.files).find((one) => one.address !== null)
    const { store, sent, settle } = start({}, kept)
    store.claim('ada')
    await settle()
    const again = new File(['x'], 'b.png', { type: 'image/png', lastModified: begun?.lastModified })
    await store.open(null, [again])
    expect(sent[0]).toMatchObject({ address: 'https://server/tus/b', idempotencyKey: begun?.id })
    expect(store.getSession().missing.map((one) => one.name)).toEqual(['c.png'])
  })

  it('takes only the missing ones when all are chosen again', async () => {
    const { kept } = await leaveInTheMiddle()
    const files = [...kept.values()].flatMap((note) => note.files)
    const again = files.map(
      (one) => new File(['x'], one.name, { type: one.type, lastModified: one.lastModified }),
    )
    const { store, settle, queue } = start({}, kept)
    store.claim('ada')
    await settle()
    await store.open(null, again)
    expect(queue().items.map((item) => item.name)).toEqual(['a.png', 'b.png', 'c.png'])
    expect(store.getSession().missing).toEqual([])
  })

  it('resumes automatically if the browser still has the file', async () => {
    const { kept } = await leaveInTheMiddle()
    const reopen: UploadDeps['restore']['reopen'] = async ({ name, lastModified }) =>
      name === 'b.png' ? new File(['x'], name, { type: 'image/png', lastModified }) : null
    const findStored = async (id: string) => id
    const { store, sent, settle } = start({ restore: { findStored, reopen } }, kept)
    store.claim('ada')
    await settle()
    expect(sent.map(({ file, address }) => [file.name, address])).toEqual([['b.png', 'https://server/tus/b']])
    expect(store.getSession().view).toBe('closed')
  })

  it('hides files deleted on the server, and asks for them again', async () => {
    const { kept } = await leaveInTheMiddle()
    const restore = { findStored: async () => null, reopen: async () => null }
    const { store, settle } = start({ restore }, kept)
    store.claim('ada')
    await settle()
    expect(store.getSession().missing.map((one) => one.name)).toEqual(['a.png', 'b.png', 'c.png'])
  })

  it('by someone else shows nothing of it', async () => {
    const { kept } = await leaveInTheMiddle()
    const { store, settle, queue } = start({}, kept)
    store.claim('eve')
    await settle()
    expect([queue().items, store.getSession().missing]).toEqual([[], []])
  })

  it('finds nothing once its user has signed out, and sends nothing more', async () => {
    const { kept } = await leaveInTheMiddle()
    const { store, sent, settle } = start({}, kept)
    store.claim('ada')
    await settle()
    await store.open(null, [png('d.png')])
    await store.leave()
    expect([...kept.keys()]).toEqual([])
    expect(sent[0]?.signal?.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([...kept.keys()]).toEqual([])
  })

  it('finds nothing once everything is published or discarded', async () => {
    const { kept } = await leaveInTheMiddle()
    const { store, deps, settle } = start({}, kept)
    store.claim('ada')
    await settle()
    store.forgetMissing()
    expect(deps.abandon).toHaveBeenCalledExactlyOnceWith('https://server/tus/b')
    await store.publish()
    store.close()
    expect([...kept.keys()]).toEqual([])
  })
})

describe('the uploads of a session', () => {
  it('every try of one file carries the same key', async () => {
    const { store, sent, settle, queue } = start()
    await store.open(null, [png('a.png')])
    sent[0]?.fail(new UploadError('offline', 'Network error. Please check your connection.'))
    await settle()
    expect(queue().items[0]?.error).toBe('Network error. Please check your connection.')
    store.send({ type: 'retried', id: queue().items[0]?.id ?? '' })
    await settle()
    expect(sent).toHaveLength(2)
    expect(sent[1]?.idempotencyKey).toBe(sent[0]?.idempotencyKey)
  })

  it('an invalid file stops the selection with its message', async () => {
    const { store, errors, queue } = start()
    await store.open(null, [png('a.png'), new File(['x'], 'b.txt', { type: 'text/plain' })])
    expect(errors).toEqual([
      'Only JPEG, JPG, PNG, GIF, WEBP, SVG and PDF files are allowed. Selected file: b.txt',
    ])
    expect(queue().items).toEqual([])
  })

  it('the others can continue without an invalid file', async () => {
    const { store, queue } = start()
    const bad = new File(['x'], 'b.txt', { type: 'text/plain' })
    await store.open(null, [png('a.png'), bad, png('c.png')])
    expect(store.getSession().view).toBe('choose')
    expect(store.getSession().stopped).toMatchObject({
      total: 3,
      rest: [{ name: 'a.png' }, { name: 'c.png' }],
    })
    store.addRest()
    await vi.advanceTimersByTimeAsync(0)
    expect(queue().items.map((item) => item.name)).toEqual(['a.png', 'c.png'])
    expect(store.getSession().stopped).toBeNull()
  })

  it('discards a removed file’s partial upload', async () => {
    const { store, deps, sent, queue } = start()
    await store.open(null, [png('a.png')])
    sent[0]?.onAddress?.('https://server/tus/a')
    store.send({ type: 'removed', id: queue().items[0]?.id ?? '' })
    expect(deps.abandon).toHaveBeenCalledExactlyOnceWith('https://server/tus/a')
  })

  it('every file can be retried after stopping the transfer', async () => {
    const { store, sent, queue } = start()
    await store.open(null, [png('a.png'), png('b.png')])
    store.stopAll()
    expect(sent[0]?.signal?.aborted).toBe(true)
    expect(queue().items.map((item) => item.error)).toEqual(['Upload cancelled', 'Upload cancelled'])
    expect(store.getSession().view).toBe('files')
  })

  it('files that cannot be read end in the processing message', async () => {
    const { store, errors } = start({ readable: () => Promise.reject(new Error('gone')) })
    await store.open(null, [png('a.png')])
    expect(errors).toEqual(['There was an error processing your files. Please try again.'])
    expect(store.getSession().processing).toBe(false)
  })

  it('stopping pauses what runs, keeps it, and reopening shows it', async () => {
    const { store, sent, queue } = start()
    await store.open(null, [png('a.png'), png('b.png')])
    store.stopAndClose()
    expect(sent[0]?.signal?.aborted).toBe(true)
    expect(queue().items.map((item) => item.state)).toEqual(['paused', 'waiting'])
    await store.open(null)
    expect(store.getSession().view).toBe('files')
  })

  it('asks before files of an earlier upload are mixed with those for another review', async () => {
    const { store, deps, answer, queue } = start()
    await store.open(null, [png('a.png')])
    await answer(0)
    store.close()
    await store.open('r7', [png('b.png')])
    expect(store.getSession().conflict?.reviewId).toBe('r7')
    store.dropUnverified()
    await vi.advanceTimersByTimeAsync(0)
    expect(deps.discardFile).toHaveBeenCalledWith('file-0')
    expect(queue().items.map((item) => item.name)).toEqual(['b.png'])
    expect(queue().reviewId).toBe('r7')
  })

  it('belongs to one person: the next one finds it empty', async () => {
    const { store, queue, answer } = start()
    store.claim('ada')
    await store.open(null, [png('a.png'), png('b.png')])
    await answer(0)
    store.halt()
    store.claim('ada')
    expect(queue().items.map((item) => item.state)).toEqual(['uploaded', 'cancelled'])
    store.claim('eve')
    expect(queue().items).toEqual([])
  })
})

describe('new versions', () => {
  const filesOf = () => [
    { _id: 'home', name: 'home.png' },
    { _id: 'team', name: 'team.png' },
  ]
  const saveVersions = () => vi.fn<UploadDeps['saveVersions']>()

  it('starts fresh if that is chosen', async () => {
    const addVersion = vi.fn<UploadDeps['addVersion']>(async () => added('home'))
    const { store, answer, settle } = start({ filesOf, addVersion })
    await store.open('r1', [png('home_v2.png')])
    store.confirmPairs(['home'], true)
    await settle()
    await answer(0)
    expect(addVersion.mock.calls).toMatchObject([[{ of: 'home', startFresh: true }]])
  })

  it('offers what matches by name before anything is uploaded, and tells all together', async () => {
    const saved = saveVersions()
    const { store, sent, deps, answer, settle, queue } = start({ filesOf, saveVersions: saved })
    await store.open('r1', [png('home_v2.png'), png('new.png')])
    expect(store.getSession().pairs?.of).toEqual(['home', null])
    expect(sent).toHaveLength(0)
    store.confirmPairs(['home', 'team'])
    expect(store.getSession()).toMatchObject({ view: 'closed', pairs: null })
    await settle()
    await answer(0)
    expect(saved).not.toHaveBeenCalled()
    await answer(1)
    expect(saved).toHaveBeenCalledExactlyOnceWith([added('home'), added('team')])
    await vi.advanceTimersByTimeAsync(autoUpdateDelayMs)
    expect(deps.addToReview).not.toHaveBeenCalled()
    expect(queue().items).toEqual([])
  })

  it('leaves versions out of the review’s update, which new files join', async () => {
    const { store, deps, answer, settle } = start({ filesOf })
    await store.open('r1', [png('home.png'), png('new.png')])
    store.confirmPairs(['home', null])
    expect(store.getSession().view).toBe('files')
    await settle()
    await answer(0)
    await answer(1)
    await vi.advanceTimersByTimeAsync(autoUpdateDelayMs)
    expect(deps.addToReview).toHaveBeenCalledExactlyOnceWith('r1', ['file-1'], false)
  })

  it('asks nothing for a file’s own menu, and nothing is written if the table is left', async () => {
    const { store, sent, settle, queue } = start({ filesOf })
    await store.open('r1', [png('home.png')])
    store.cancelPairs()
    expect(queue().items).toEqual([])
    await store.open('r1', [png('anything.png')], { file: 'team', isSure: true })
    await settle()
    expect(store.getSession().pairs).toBeNull()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.target).toBe('team')
  })

  it('starts fresh if the file’s own menu says so', async () => {
    const addVersion = vi.fn<UploadDeps['addVersion']>(async () => added('team'))
    const { store, answer, settle } = start({ filesOf, addVersion })
    await store.open('r1', [png('anything.png')], { file: 'team', isSure: true, startFresh: true })
    await settle()
    await answer(0)
    expect(addVersion.mock.calls).toMatchObject([[{ of: 'team', startFresh: true }]])
  })

  it('retries a version that the server did not take, without sending its bytes again', async () => {
    const addVersion = vi
      .fn<UploadDeps['addVersion']>()
      .mockRejectedValueOnce(new Error('lost'))
      .mockResolvedValue(added('team'))
    const { store, sent, answer, settle, queue } = start({ filesOf, addVersion })
    await store.open('r1', [png('team.png')], { file: 'team', isSure: true })
    await answer(0)
    expect(queue().items).toMatchObject([{ state: 'failed', error: 'Error: lost' }])
    store.send({ type: 'allRetried' })
    await settle()
    expect(sent).toHaveLength(1)
    expect(addVersion.mock.calls.map(([{ key }]) => key)).toEqual([
      sent[0]?.idempotencyKey,
      sent[0]?.idempotencyKey,
    ])
    expect(queue().items).toEqual([])
  })

  it('goes on in a later visit, as a version of the same file', async () => {
    const kept = new Map<string, KeptSession>()
    const first = start({ filesOf }, kept)
    first.store.claim('ada')
    await first.store.open('r1', [png('home.png')], { file: 'home', isSure: true })
    await first.settle()
    const addVersion = vi.fn<UploadDeps['addVersion']>(async () => added('home'))
    const second = start({ filesOf, addVersion }, kept)
    second.store.claim('ada')
    await second.settle()
    expect(second.store.getSession().missing).toMatchObject([{ name: 'home.png', of: 'home' }])
    await second.store.open('r1', [png('home.png')])
    second.store.confirmPairs(['home'])
    await second.settle()
    await second.answer(0)
    expect(addVersion).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ of: 'home', reviewId: 'r1' }),
    )
  })
})
