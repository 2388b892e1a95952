import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UploadError } from '#web/lib/upload-transport'
import type { KeptSession } from './kept-session.ts'
import type { UploadDeps } from './upload-deps.ts'
import { createUploadStore } from './upload-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const places = [null, 'spring', 'menu'] as const
type Place = (typeof places)[number]
const nameOf = (place: string | null) => place ?? 'new'

type Step =
  | {
      do: 'visit' | 'die' | 'close' | 'navigate' | 'add' | 'publish' | 'keep' | 'drop' | 'dismiss'
      tab: number
    }
  | { do: 'open'; tab: number; place: Place; files: number }
  | { do: 'answer'; which: number }
  | { do: 'wait' }

const tab = fc.nat({ max: 2 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('visit', 'die', 'close', 'navigate', 'add', 'publish', 'keep', 'drop', 'dismiss'),
    tab,
  }),
  fc.record({
    do: fc.constant('open' as const),
    tab,
    place: fc.constantFrom(...places),
    files: fc.nat({ max: 2 }),
  }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('answer' as const), which: fc.nat({ max: 9 }) }) },
  fc.record({ do: fc.constant('wait' as const) }),
)

/** A server and device that answer in any order, with a record of what was chosen for which place. */
function createWorld() {
  const kept = new Map<string, KeptSession>()
  const locks = new Map<string, object>()
  const reviews = new Map<string, string[]>([
    ['spring', []],
    ['menu', []],
  ])
  const made = new Set<string>()
  const targets: string[] = []
  const waiting: { of: object; go: () => void }[] = []
  const dead = new Set<object | undefined>()
  let count = 0
  const names = new Map<string, string>()

  function startTab() {
    const self = {}
    const answered = <T>(value: () => T) =>
      new Promise<T>((resolve, reject) => {
        const go = () => {
          try {
            resolve(value())
          } catch (error) {
            reject(error)
          }
        }
        if (!dead.has(self)) waiting.push({ of: self, go })
      })
    const hold = (key: string) => {
      if ((locks.get(key) ?? self) !== self) return false
      locks.set(key, self)
      return true
    }
    const deps: UploadDeps = {
      transport: async ({ file, target, signal }) => {
        targets.push(`${file.name} for ${target}`)
        return answered(() => {
          if (signal?.aborted) throw new UploadError('cancelled', 'Upload cancelled')
          const fileId = `file-${++count}`
          names.set(fileId, file.name)
          return { fileId, key: fileId }
        })
      },
      newKey: () => `key-${++count}`,
      readable: () => answered(() => undefined),
      measure: async () => null,
      draw: async () => null,
      keeper: {
        save: (note) => !dead.has(self) && hold(note.key) && kept.set(note.key, note),
        forget: async (key) => {
          kept.delete(key)
          locks.delete(key)
        },
        forgetAll: async () => kept.clear(),
        take: () =>
          answered(() => [...kept.values()].find((one) => !locks.has(one.key) && hold(one.key)) ?? null),
        release: (key) => locks.delete(key),
      },
      restore: {
        findStored: () => answered(() => '/thumbnail'),
        reopen: ({ name, type, lastModified }) =>
          answered(() => new File(['x'], name, { type, lastModified })),
      },
      askToReopen: async () => null,
      abandon() {},
      createReview: ({ files }) =>
        answered(() => {
          const id = `made-${++count}`
          made.add(id)
          reviews.set(id, [...files])
          return { _id: id, name: 'Spring', files } as never
        }),
      renameReview: () => answered(() => ({}) as never),
      filesOf: () => [],
      addVersion: async ({ reviewId, of }) => ({ reviewId, of, number: 2, name: of, current: 2 }),
      saveVersions: () => {},
      addToReview: (id, files) =>
        answered(() => {
          reviews.get(id)?.push(...files)
          return {} as never
        }),
      discardFile: async () => undefined,
      reloadReview: () => false,
      explain: () => ({ message: null, fields: {} }),
      toastError() {},
      toastSuccess() {},
    }
    return { self, store: createUploadStore(deps) }
  }

  const tabs = new Map<number, ReturnType<typeof startTab>>()
  const choose = (place: string | null, files: number) =>
    Array.from(
      { length: files },
      () => new File(['x'], `${nameOf(place)}-${++count}.png`, { type: 'image/png' }),
    )
  const visit = (index: number) => {
    const fresh = startTab()
    tabs.set(index, fresh)
    fresh.store.claim('ada')
  }
  const die = (index: number) => {
    const gone = tabs.get(index)?.self
    tabs.delete(index)
    dead.add(gone)
    for (const [key, holder] of locks) if (holder === gone) locks.delete(key)
    waiting.splice(0, waiting.length, ...waiting.filter((one) => one.of !== gone))
  }

  const openDialogs = () =>
    new Map(
      [...tabs].flatMap(([index, { store }]) => {
        const { view, queue } = store.getSession()
        return view === 'choose' || view === 'files' ? [[index, nameOf(queue.reviewId)] as const] : []
      }),
    )

  function doOn(store: ReturnType<typeof startTab>['store'], what: Step): void {
    const { view, queue } = store.getSession()
    if (what.do === 'open')
      void store.open(what.place, what.files > 0 ? choose(what.place, what.files) : undefined)
    if (what.do === 'add' && (view === 'choose' || view === 'files')) store.add(choose(queue.reviewId, 1))
    if (what.do === 'close') store.close()
    if (what.do === 'navigate') store.showPage(`/${++count}`)
    if (what.do === 'keep') store.keepUnverified()
    if (what.do === 'drop') store.dropUnverified()
    if (what.do === 'dismiss') store.dismissConflict()
    if (what.do === 'publish' && view === 'files') {
      store.setName('Spring')
      void store.publish()
    }
  }

  return {
    reviews,
    made,
    targets,
    nameOf: (fileId: string) => names.get(fileId) ?? '',
    isWaiting: () => waiting.length > 0,
    async take(what: Step): Promise<void> {
      const before = openDialogs()
      if (what.do === 'answer') waiting.splice(what.which % (waiting.length || 1), 1)[0]?.go()
      else if (what.do === 'wait') await vi.advanceTimersByTimeAsync(1_000)
      else if (what.do === 'visit' && !tabs.has(what.tab)) visit(what.tab)
      else if (what.do === 'die') die(what.tab)
      else {
        const here = tabs.get(what.tab)
        if (here) doOn(here.store, what)
      }
      await vi.advanceTimersByTimeAsync(0)
      // Only its user, or its own publication, changes an open dialog's purpose.
      if (what.do !== 'answer' && what.do !== 'wait') return
      const after = openDialogs()
      for (const [index, place] of before) {
        const now = after.get(index) ?? place
        expect(place === 'new' && made.has(now) ? place : now).toBe(place)
      }
    },
  }
}

/** Two files for a review are uploaded, but not added, when their tab ends. */
async function leaveUnfinished(world: ReturnType<typeof createWorld>): Promise<void> {
  await world.take({ do: 'visit', tab: 0 })
  await world.take({ do: 'answer', which: 0 })
  await world.take({ do: 'open', tab: 0, place: 'spring', files: 2 })
  for (let n = 0; n < 3; n++) await world.take({ do: 'answer', which: 0 })
  await world.take({ do: 'die', tab: 0 })
}

/** Finishes everything under way. */
async function finish(world: ReturnType<typeof createWorld>): Promise<void> {
  for (let round = 0; round < 100; round++) {
    await world.take(world.isWaiting() ? { do: 'answer', which: 0 } : { do: 'wait' })
  }
}

it('in any order of opening, restoring, dropping, navigating and ending, a file joins only its own review', async () => {
  let joined = 0
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 40 }), async (steps) => {
    const world = createWorld()
    await leaveUnfinished(world)
    for (const one of steps) await world.take(one)
    await finish(world)
    for (const [id, files] of world.reviews) {
      joined += files.length
      const strangers = files
        .map(world.nameOf)
        .filter((name) => !name.startsWith(`${id}-`) && !(world.made.has(id) && name.startsWith('new-')))
      expect(strangers).toEqual([])
    }
    for (const sent of world.targets)
      expect(sent).toMatch(/^(new|made-\d+)-\d+\.png for new$|^(\w+)-\d+\.png for \2$/)
  })
  await fc.assert(property, { numRuns: 400 })
  expect(joined).toBeGreaterThan(20)
})

it('an unfinished upload for one review waits while a new one is open, and returns after that', async () => {
  const world = createWorld()
  await leaveUnfinished(world)
  await world.take({ do: 'visit', tab: 0 })
  await world.take({ do: 'open', tab: 0, place: null, files: 0 })
  for (let n = 0; n < 4; n++) await world.take({ do: 'answer', which: 0 })
  await world.take({ do: 'add', tab: 0 })
  for (let n = 0; n < 2; n++) await world.take({ do: 'answer', which: 0 })
  expect(world.targets.at(-1)).toMatch(/^new-\d+\.png for new$/)
  await world.take({ do: 'publish', tab: 0 })
  await world.take({ do: 'answer', which: 0 })
  expect(world.reviews.get('spring')).toEqual([])
  await world.take({ do: 'close', tab: 0 })
  await finish(world)
  expect(world.reviews.get('spring')?.map(world.nameOf)).toEqual([
    expect.stringMatching(/^spring-/),
    expect.stringMatching(/^spring-/),
  ])
})
