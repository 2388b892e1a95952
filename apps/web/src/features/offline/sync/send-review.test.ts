import { expect, test } from 'vitest'
import type { OfflineComment, OfflineReply, OfflineReview } from '../offline-form.ts'
import type { Progress } from './progress.ts'
import { Interrupted, keyOf, Refused, type Sender, sendingOf } from './send-review.ts'

const review: OfflineReview = {
  _id: '3f8f0a52-1f5f-4c0e-9d35-0a4f3f0c1b11',
  name: 'Poster',
  images: ['good', 'bad', 'other'],
  owner: null,
  createdAt: null,
}
const marker = { page: 1, x: 0.5, y: 0.5, shape: 'POINT' as const }
const reply = (id: string): OfflineReply => ({
  _id: id,
  message: `Reply ${id}`,
  files: [],
  mentions: [],
  createdAt: null,
  updatedAt: null,
})
const comment = (id: string, more: Partial<OfflineComment> = {}): OfflineComment => ({
  ...reply(id),
  type: 'MARKED',
  marker,
  replies: [],
  file: 0,
  isLost: false,
  ...more,
})

/** An idempotent server (by key) that can lose its answers. */
function makeServer() {
  const made = new Map<string, string>()
  const calls: string[] = []
  let lose = 0
  const make = async (kind: string, key: string, what: string) => {
    calls.push(`${kind} ${what}`)
    const id = made.get(key) ?? `${kind}-${made.size}`
    made.set(key, id)
    if (lose > 0 && --lose === 0) throw new Interrupted('line')
    return id
  }
  const sender: Sender = {
    file: ({ file, key }) => make('file', key, file.name),
    review: (name, files, key) => make('review', key, `${name} ${files.length}`),
    addFiles: async (_id, files) => void calls.push(`add ${files.length}`),
    comment: ({ message, key }) => make('comment', key, message),
    reply: ({ message, key }) => make('reply', key, message),
    edit: async (kind, _id, { message, marker: to }) =>
      void calls.push(`edit ${kind} ${message ?? `to ${to?.x} ${to?.y}`}`),
    remove: async (id) => void calls.push(`remove ${id}`),
  }
  let isTheirs = () => true
  return {
    sender,
    calls,
    made,
    loseAnswer: (number: number) => (lose = number),
    isTheirs: () => isTheirs(),
    goTo: (others: () => boolean) => (isTheirs = () => !others()),
  }
}

const blank = (): Progress => ({ review: null, sent: {}, words: {}, marks: {}, faults: [] })
const blobOf = (ref: string) => {
  const blob = new Blob(['x'], { type: 'image/png' })
  return ref === 'large.png' ? Object.defineProperty(blob, 'size', { value: 600 * 1_048_576 }) : blob
}
const bytes = async (ref: string, name: string) =>
  ref === 'bad'
    ? { fault: 'This file is empty.', name }
    : { blob: blobOf(ref), name: ref, width: null, height: null, fault: null }

const send = (
  server: ReturnType<typeof makeServer>,
  progress: Progress,
  comments: () => OfflineComment[],
  of = review,
) => {
  const logged: string[] = []
  const { sendParents, sendWords } = sendingOf(of, progress, {
    sender: server.sender,
    bytesOf: bytes,
    comments,
    keep: () => {},
    isTheirs: () => server.isTheirs(),
    onStep: () => {},
    log: (words) => logged.push(words),
  })
  return sendParents()
    .then(sendWords)
    .then(() => logged)
}

test('sends parents first, uploads what is valid, and keeps the rest with its reason and children', async () => {
  const server = makeServer()
  const progress = blank()
  const all = [
    comment('c1', { replies: [reply('r1')] }),
    comment('c2', { file: 1, replies: [reply('r2')] }),
    comment('c3', { isLost: true }),
    comment('c4', { files: ['bad'] }),
    comment('c5', { file: 2 }),
  ]
  const logged = await send(server, progress, () => all)
  expect(server.calls.slice(0, 3)).toEqual(['file good', 'file other', 'review Poster 2'])
  const words = server.calls.slice(3)
  expect(words.toSorted()).toEqual(['comment Reply c1', 'comment Reply c5', 'reply Reply r1'])
  expect(words.indexOf('reply Reply r1')).toBeGreaterThan(words.indexOf('comment Reply c1'))
  const reasons = progress.faults.map(({ what, reason }) => `${what}: ${reason}`)
  expect(reasons).toEqual([
    'Image 2: This file is empty.',
    'Comment “Reply c2”: no file id for a comment',
    'Reply “Reply r2”: Its comment wasn’t uploaded.',
    'Comment “Reply c3”: Its place isn’t on the design.',
    'File 1 of a comment: This file is empty.',
    'Comment “Reply c4”: no file id for a comment',
  ])
  expect(logged).toHaveLength(progress.faults.length)
})

test('whichever answer is lost, everything arrives once', async () => {
  for (let lost = 1; lost <= 6; lost += 1) {
    const server = makeServer()
    const progress = blank()
    const all = [comment('c1', { replies: [reply('r1')] }), comment('c5', { file: 2 })]
    server.loseAnswer(lost)
    await expect(send(server, progress, () => all)).rejects.toThrow(Interrupted)
    await send(server, progress, () => all)
    expect(server.made.size).toBe(6)
    expect(progress.faults).toHaveLength(1)
  }
})

test('sends comments of several images in parallel, those of one in order, and none once offline', async () => {
  const server = makeServer()
  const { comment: sendComment } = server.sender
  let atOnce = 0
  let most = 0
  server.sender.comment = async (given) => {
    atOnce += 1
    most = Math.max(most, atOnce)
    // The first one of an image is its slowest.
    for (let turns = given.message.endsWith('a') ? 20 : 1; turns > 0; turns -= 1) await Promise.resolve()
    atOnce -= 1
    return sendComment(given)
  }
  const of = { ...review, images: ['1', '2', '3', '4', '5'] }
  const all = ['a', 'b', 'c'].flatMap((letter) =>
    of.images.map((_, file) => comment(`${file}${letter}`, { file })),
  )
  await send(server, blank(), () => all, of)
  const words = server.calls.filter((call) => call.startsWith('comment'))
  for (const file of of.images.keys()) {
    const ofOne = words.filter((call) => call.startsWith(`comment Reply ${file}`))
    expect(ofOne.map((call) => call.at(-1))).toEqual(['a', 'b', 'c'])
  }
  expect(words).toHaveLength(15)
  expect(most).toBe(3)

  const cut = makeServer()
  const { comment: cutComment } = cut.sender
  cut.sender.comment = async (given) => {
    await new Promise((next) => setTimeout(next))
    return cutComment(given)
  }
  cut.loseAnswer(7)
  await expect(send(cut, blank(), () => all, of)).rejects.toThrow(Interrupted)
  const before = cut.calls.length
  expect(before).toBeLessThanOrEqual(9)
  // Each of them would take one turn.
  for (let turn = 0; turn < 20; turn++) await new Promise((next) => setTimeout(next))
  expect(cut.calls).toHaveLength(before)
})

test('sends nothing more once someone else has signed in', async () => {
  const server = makeServer()
  server.goTo(() => server.calls.length >= 4)
  await expect(send(server, blank(), () => [comment('c1'), comment('c2')])).rejects.toThrow('session')
  expect(server.calls.at(-1)).toBe('comment Reply c1')
})

test('what is written, changed or deleted during the upload ends as the person saw it', async () => {
  const server = makeServer()
  let all = [comment('c1'), comment('c2')]
  const { sender } = server
  const { comment: sendComment } = sender
  sender.comment = async (given) => {
    const id = await sendComment(given)
    if (given.message === 'Reply c2')
      all = [
        { ...comment('c1'), message: 'Changed', marker: { ...marker, x: 0.25 } },
        comment('c3', { type: 'GENERAL' }),
      ]
    return id
  }
  const progress = blank()
  await send(server, progress, () => all)
  expect(server.calls.slice(3)).toEqual([
    'comment Reply c1',
    'comment Reply c2',
    'comment Reply c3',
    'edit comment Changed',
    'edit comment to 0.25 0.5',
    'remove comment-4',
  ])
})

test('creates no review without a file, and reports a refusal', async () => {
  const server = makeServer()
  server.sender.file = async () => {
    throw new Refused('The file is too large.')
  }
  const progress = blank()
  await send(server, progress, () => [])
  expect(server.calls).toEqual([])
  expect(progress.faults.at(-1)).toEqual({
    what: 'The review',
    reason: 'None of its files could be uploaded.',
  })
  expect(progress.faults[0]?.reason).toBe('The file is too large.')
})

test('skips an image of 600 MB with a sentence, and never sends it', async () => {
  const server = makeServer()
  const progress = blank()
  await send(server, progress, () => [], { ...review, images: ['good', 'large.png'] })
  expect(server.calls).toEqual(['file good', 'review Poster 1'])
  expect(progress.faults).toEqual([
    {
      what: 'Image 2',
      reason: 'File "large.png" is too large (600.00MB). Maximum allowed size is 500MB.',
    },
  ])
})

test('this device’s ids are the keys; others get one unique to this review', () => {
  expect(keyOf(review, review._id)).toBe(review._id)
  expect(keyOf(review, 'c1')).toBe(keyOf(review, 'c1'))
  expect(keyOf(review, 'c1')).not.toBe(keyOf({ ...review, _id: 'x' }, 'c1'))
})
