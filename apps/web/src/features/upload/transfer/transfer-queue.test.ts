import { describe, expect, test } from 'vitest'
import {
  newTransferQueue,
  overallPercent,
  recordsFailed,
  shownProgress,
  stepTransfer,
  type TransferEffect,
  type TransferEvent,
} from './transfer-queue.ts'

/** Runs the machine on a test clock, which fires due events in order. */
function play() {
  let queue = newTransferQueue('folder')
  let now = 0
  let due: { at: number; event: TransferEvent }[] = []
  const asked: TransferEffect[] = []
  const send = (event: TransferEvent) => {
    const { queue: next, effects } = stepTransfer(queue, event)
    queue = next
    for (const effect of effects) {
      if (effect.type === 'after') due.push({ at: now + effect.ms, event: effect.event })
      else asked.push(effect)
    }
  }
  const wait = (ms: number) => {
    const until = now + ms
    for (;;) {
      const [next] = due.filter((one) => one.at <= until).toSorted((a, b) => a.at - b.at)
      if (!next) break
      due = due.filter((one) => one !== next)
      now = next.at
      send(next.event)
    }
    now = until
  }
  const upload = (id: string) => queue.uploads.items.find((item) => item.id === id)
  const arrive = (id: string) =>
    send({
      type: 'upload',
      event: {
        type: 'uploaded',
        id,
        attempt: upload(id)?.attempt ?? 0,
        fileId: `file-${id}`,
        key: `key-${id}`,
      },
    })
  const fail = (id: string, isForGood = false) => {
    const attempt = upload(id)?.attempt ?? 0
    send({
      type: 'upload',
      event: { type: 'failed', id, attempt, message: 'Upload failed', isForGood },
    })
  }
  const move = (id: string, percent: number) => {
    const attempt = upload(id)?.attempt ?? 0
    send({ type: 'upload', event: { type: 'progressed', id, attempt, percent } })
  }
  const take = () => asked.splice(0)
  return { get: () => queue, send, wait, arrive, fail, move, take, upload }
}

const file = (id: string) => ({ id, name: `${id}.psd`, type: '', size: 1_000 })

function begun(...ids: string[]) {
  const played = play()
  played.send({ type: 'opened', target: 'folder' })
  played.send({ type: 'added', files: ids.map(file) })
  expect(played.take()).toEqual([])
  played.send({ type: 'sent' })
  played.wait(100)
  return played
}

describe('the transfer queue', () => {
  test('waits in the queue until sent, then uploads one file after another', () => {
    const played = play()
    played.send({ type: 'opened', target: null })
    expect(played.get()).toMatchObject({ isOpen: true, view: 'picker' })
    played.send({ type: 'added', files: [file('a'), file('b')] })
    expect(played.get().view).toBe('queue')
    expect(played.get().uploads.items.map(shownProgress)).toEqual([0, 0])
    played.send({ type: 'moreWanted' })
    expect(played.get().view).toBe('add-more')
    played.send({ type: 'added', files: [file('c')] })
    played.send({ type: 'sent' })
    played.wait(100)
    expect(played.get().view).toBe('uploading')
    expect(played.take()).toEqual([{ type: 'upload', id: 'a', attempt: 1 }])
    expect(played.get().uploads.items.map(shownProgress)).toEqual([1, 0, 0])
    played.move('a', 50)
    expect(overallPercent(played.get())).toBe(16)
    played.arrive('a')
    expect(played.take()).toEqual([{ type: 'upload', id: 'b', attempt: 1 }])
    expect(played.get().uploads.items.map(shownProgress)).toEqual([100, 1, 0])
  })

  test('creates one record per file once all are uploaded, shows success after 0.5 s and closes 3 s later', () => {
    const played = begun('a', 'b')
    played.arrive('a')
    played.take()
    played.arrive('b')
    expect(played.take()).toEqual([{ type: 'make', ids: ['a', 'b'] }])
    played.send({ type: 'made', id: 'b' })
    played.send({ type: 'made', id: 'a' })
    expect(played.take()).toContainEqual({ type: 'refresh' })
    expect(played.get().uploads.items).toEqual([])
    expect(overallPercent(played.get())).toBe(100)
    played.wait(499)
    expect(played.get().view).toBe('uploading')
    played.wait(1)
    expect(played.get().view).toBe('success')
    played.wait(2_999)
    expect(played.get()).toMatchObject({ view: 'success', isOpen: true })
    played.wait(1)
    expect(played.get().isOpen).toBe(false)
  })

  test('reports a failed record, and retries only what is missing', () => {
    const played = begun('a', 'b')
    played.arrive('a')
    played.arrive('b')
    played.send({ type: 'made', id: 'a' })
    played.send({ type: 'notMade', id: 'b' })
    expect(played.get()).toMatchObject({ view: 'queue', alert: recordsFailed })
    expect(played.upload('b')?.stored).toEqual({ fileId: 'file-b', key: 'key-b' })
    played.take()
    played.send({ type: 'sent' })
    expect(played.take()).toEqual([{ type: 'make', ids: ['b'] }])
    played.send({ type: 'made', id: 'b' })
    played.wait(500)
    expect(played.get().view).toBe('success')
  })

  test('a failed file stays with its error; the others are sent', () => {
    const played = begun('a', 'b')
    played.fail('a')
    played.arrive('b')
    expect(played.take()).toContainEqual({ type: 'make', ids: ['b'] })
    played.send({ type: 'made', id: 'b' })
    expect(played.get().view).toBe('queue')
    expect(played.get().uploads.items).toMatchObject([{ id: 'a', progress: 0, error: 'Upload failed' }])
    played.send({ type: 'sent' })
    played.wait(100)
    expect(played.take()).toContainEqual({ type: 'upload', id: 'a', attempt: 2 })
  })

  test('Cancel All Uploads stops running uploads, and keeps the queue', () => {
    const played = begun('a', 'b')
    played.take()
    played.send({ type: 'uploadsCancelled' })
    expect(played.take()).toContainEqual({ type: 'abort', id: 'a' })
    expect(played.get().view).toBe('queue')
    expect(played.get().uploads.items.map(({ error, progress }) => [error, progress])).toEqual([
      ['Upload cancelled', 0],
      ['Upload cancelled', 0],
    ])
  })

  test('Cancel discards uploaded files; an empty queue sends nothing', () => {
    const played = begun('a', 'b')
    played.arrive('a')
    played.fail('b')
    played.send({ type: 'notMade', id: 'a' })
    played.take()
    played.send({ type: 'dropped' })
    expect(played.take()).toContainEqual({ type: 'discard', fileId: 'file-a' })
    played.send({ type: 'sent' })
    expect(played.take()).toEqual([])
    expect(played.get().isOpen).toBe(false)
  })

  test('continues after closing while it sends, and can be reopened', () => {
    const played = begun('a')
    played.send({ type: 'closed' })
    played.send({ type: 'opened', target: null })
    expect(played.get()).toMatchObject({ isOpen: true, view: 'uploading', target: 'folder' })
  })

  test('creates a link first, and completes it before the success', () => {
    const played = play()
    played.send({ type: 'opened', target: null, makesLink: true })
    played.send({ type: 'added', files: [file('a')] })
    played.send({ type: 'termsChanged', terms: { title: 'Final files' } })
    played.send({ type: 'sent' })
    played.send({ type: 'sent' })
    expect(played.take()).toMatchObject([{ type: 'link', count: 1, terms: { title: 'Final files' } }])
    played.send({ type: 'notLinked', message: 'Choose a time in the future.' })
    expect(played.get()).toMatchObject({ view: 'queue', alert: 'Choose a time in the future.', link: null })
    played.send({ type: 'sent' })
    played.send({ type: 'linked', id: 'd', url: '/d' })
    expect(played.get()).toMatchObject({ view: 'uploading', link: { url: '/d', state: 'waiting' } })
    played.wait(100)
    played.arrive('a')
    played.take()
    played.send({ type: 'made', id: 'a' })
    expect(played.take()).toContainEqual({ type: 'complete', id: 'd' })
    played.send({ type: 'notCompleted' })
    expect(played.get()).toMatchObject({ view: 'queue', alert: recordsFailed })
    played.send({ type: 'sent' })
    expect(played.take()).toContainEqual({ type: 'complete', id: 'd' })
    played.send({ type: 'completed' })
    played.wait(500)
    expect(played.get().view).toBe('success')
    // The success screen stays until the user has taken the link.
    played.wait(600_000)
    expect(played.get()).toMatchObject({ view: 'success', isOpen: true, link: { url: '/d' } })
    played.send({ type: 'closed' })
    expect(played.get()).toMatchObject({ isOpen: false, link: null })
  })

  test('problems of the terms stay at their fields until a change or another try', () => {
    const played = play()
    const problems = { to: 'Invalid email address: nobody', accessKey: 'Too short' }
    played.send({ type: 'opened', target: null, makesLink: true })
    played.send({ type: 'added', files: [file('a')] })
    played.send({ type: 'sent' })
    played.send({ type: 'notLinked', problems })
    expect(played.get()).toMatchObject({ view: 'queue', isLinking: false, problems, alert: null })
    played.send({ type: 'termsChanged', terms: { accessKey: 'longer' } })
    expect(played.get().problems).toEqual({ to: problems.to })
    played.send({ type: 'sent' })
    expect(played.get()).toMatchObject({ isLinking: true, problems: {} })
  })

  test('says so if the server refuses all that is left', () => {
    const played = begun('a')
    played.fail('a', true)
    played.send({ type: 'sent' })
    expect(played.get()).toMatchObject({
      view: 'queue',
      alert: 'No valid files selected. Please select files of up to 500MB.',
    })
    expect(played.take()).not.toContainEqual(expect.objectContaining({ type: 'link' }))
  })

  test('Cancel ends a link that waits for files', () => {
    const played = play()
    played.send({ type: 'opened', target: null, makesLink: true })
    played.send({ type: 'added', files: [file('a')] })
    played.send({ type: 'sent' })
    played.send({ type: 'linked', id: 'd', url: '/d' })
    played.send({ type: 'uploadsCancelled' })
    played.take()
    played.send({ type: 'dropped' })
    expect(played.take()).toContainEqual({ type: 'endLink', id: 'd' })
  })
})
