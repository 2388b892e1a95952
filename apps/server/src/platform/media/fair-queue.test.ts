import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const by = (name: string, ...viewers: string[]) => ({ name, viewers: new Set(viewers) })
type Job = ReturnType<typeof by>

function next(queue: FairQueue<Job>): Job {
  const job = queue.peek()
  if (!job) throw new Error('nothing waits')
  queue.take(job)
  return job
}

test('serves the viewer who asks for one thing next after one who asks for many', () => {
  const queue = new FairQueue<Job>(100)
  for (let n = 1; n <= 9; n++) queue.add(by(`many-${n}`, 'Mia'))
  const first = next(queue)
  queue.add(by('one', 'Otto'))
  expect(next(queue).name).toBe('one')
  queue.done(first)
  queue.add(by('two', 'Otto'))
  expect([next(queue).name, next(queue).name]).toEqual(['many-2', 'two'])
})

test('viewers who ask for much take turns with each other and with everyone', () => {
  const queue = new FairQueue<Job>(100)
  for (const viewer of ['Mia', 'Max']) for (let n = 1; n <= 3; n++) queue.add(by(`${viewer}-${n}`, viewer))
  queue.add(by('Otto-1', 'Otto'))
  const order = Array.from({ length: 7 }, () => {
    const job = next(queue)
    queue.done(job)
    return job.name
  })
  expect(order).toEqual(['Mia-1', 'Max-1', 'Otto-1', 'Mia-2', 'Max-2', 'Mia-3', 'Max-3'])
})

test('a viewer who asks for several things at once is not overtaken for ever by those who ask one by one', () => {
  const queue = new FairQueue<Job>(100)
  const waiting = { Mia: 6, Otto: 1, Ulf: 1, Lea: 1 }
  for (const [viewer, count] of Object.entries(waiting))
    for (let n = 0; n < count; n++) queue.add(by(viewer, viewer))
  const working = [next(queue), next(queue)]
  const rendered: string[] = []
  while (rendered.length < 400) {
    const job = working.shift() ?? by('nobody')
    queue.done(job)
    rendered.push(job.name)
    queue.add(by(job.name, job.name))
    working.push(next(queue))
  }
  for (const viewer of Object.keys(waiting))
    expect(rendered.filter((name) => name === viewer).length).toBeGreaterThan(60)
})

test('a job for several viewers runs as soon as for the one whose turn is next', () => {
  const queue = new FairQueue<Job>(100)
  for (let n = 1; n <= 3; n++) queue.add(by(`many-${n}`, 'Mia'))
  queue.add(by('shared', 'Mia', 'Otto'))
  queue.done(next(queue))
  expect(next(queue).name).toBe('shared')
})

test('drops the last job of the viewer with the most when too many wait', () => {
  const queue = new FairQueue<Job>(3)
  for (let n = 1; n <= 3; n++) expect(queue.add(by(`many-${n}`, 'Mia'))).toBeNull()
  expect(queue.add(by('many-4', 'Mia'))?.name).toBe('many-4')
  expect(queue.add(by('one', 'Otto'))?.name).toBe('many-3')
  expect(queue.add(by('another', 'Ulf'))?.name).toBe('many-2')
  expect(queue.add(by('late', 'Lea'))?.name).toBe('late')
})

test('a job that was put back is not lost', () => {
  const queue = new FairQueue<Job>(3)
  queue.add(by('one', 'Otto'))
  const job = next(queue)
  queue.done(job)
  queue.putBack(job)
  expect(queue.all()).toEqual([job])
  expect(next(queue)).toBe(job)
})

test('a viewer with short jobs overtakes one with long jobs', () => {
  const queue = new FairQueue<Job>(100)
  for (let n = 1; n <= 3; n++) {
    queue.add(by(`long-${n}`, 'Mia'))
    queue.add(by(`short-${n}`, 'Otto'))
  }
  const order = Array.from({ length: 6 }, () => {
    const job = next(queue)
    queue.done(job, job.name.startsWith('long') ? 6_000 : 20)
    return job.name
  })
  expect(order).toEqual(['long-1', 'short-1', 'short-2', 'short-3', 'long-2', 'long-3'])
})
