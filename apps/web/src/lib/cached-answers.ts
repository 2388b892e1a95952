import { listFileComments } from '@wingmark/contract/comments'
import { listLabels } from '@wingmark/contract/labels'
import { listPrivateNotes } from '@wingmark/contract/private-notes'
import { getReview, listMyReviews } from '@wingmark/contract/reviews'
import { listRounds } from '@wingmark/contract/rounds'
import type { Route } from '@wingmark/contract/route'
import { getTask, listTaskLinks, listTasks } from '@wingmark/contract/tasks'
import { listTaskTimeline } from '@wingmark/contract/timelines'
import { getProfile, getUsage } from '@wingmark/contract/users'
import { getWorkspace, listWorkspaces } from '@wingmark/contract/workspaces'
import { clear, createStore, del, delMany, get, keys, set } from 'idb-keyval'
import { fieldOf } from '#web/lib/changes/read-kept'
import { oldestOf } from '#web/lib/oldest-kept'
import { getSession, subscribeToSession } from '#web/lib/session'
import { createValue, useStore } from '#web/lib/store'

/** What can be read again offline. */
const keptRoutes = new Set<Route>([
  ...[getReview, listFileComments, listMyReviews, getProfile, getUsage],
  ...[getWorkspace, listWorkspaces, listTasks, getTask, listTaskTimeline, listTaskLinks, listPrivateNotes],
  ...[listLabels, listRounds],
])

/** Routes of code that loads later say so themselves. */
export const alsoKeep = (route: Route) => void keptRoutes.add(route)

const mostAnswers = 400
/** The service worker's preview cache; it uses the same name. */
const previewCache = 'wingmark-previews'

type Kept = { at: number; body: unknown }

/** When shown cached answers were fetched, by address. */
const shown = createValue<Readonly<Record<string, number>>>({})

let store: ReturnType<typeof createStore> | null = null
const open = () => (store ??= createStore('wingmark-kept', 'answers'))
const isAble = typeof indexedDB !== 'undefined'

/** The session or link that read it; no other can find it. */
function readerOf(share: string | undefined): string {
  const { token, guest } = getSession()
  return `${(token ?? guest?.accessToken ?? 'visitor').slice(-24)} ${share ?? ''}`
}

const keyOf = (path: string, share: string | undefined) => `${readerOf(share)} ${path}`

export const isKept = (route: Route) => isAble && keptRoutes.has(route)

export function keepAnswer(path: string, share: string | undefined, body: unknown): void {
  show(path, null)
  if (isLeaving) return
  const kept: Kept = { at: Date.now(), body }
  void set(keyOf(path, share), kept, open())
    .then(dropOldest)
    .catch(() => undefined)
}

/** The address of a review's cached first view. */
export const reviewAddress = (id: string) => getReview.path.replace(':id', id)
/** And of a workspace's screens. */
export const workspaceAddress = (id: string) => getWorkspace.path.replace(':id', id)

/** The cached answer when the server is unreachable. */
export async function readKept(path: string, share: string | undefined): Promise<unknown> {
  const kept = await get<Kept>(keyOf(path, share), open()).catch(() => undefined)
  if (!kept) return undefined
  show(path, kept.at)
  return kept.body
}

/** The reader lost access: deletes all cached answers about it, and the previews of its files. */
export async function forgetAnswer(path: string, share: string | undefined): Promise<void> {
  const reader = readerOf(share)
  const kept = await get<Kept>(`${reader} ${path}`, open()).catch(() => undefined)
  if (!kept) return
  const files = filesOf(kept.body)
  // Only the answer knows them: if the page closes halfway, the next visit must still find it.
  await forgetPreviews(files).catch(() => undefined)
  const [own] = /[\da-f]{8}-[\da-f-]{27}/.exec(path) ?? []
  const about = [own, ...files.map(({ id }) => id)].filter((id) => id !== undefined)
  const all = await keys<string>(open()).catch(() => [])
  const theirs = all.filter((key) => key.startsWith(`${reader} /`) && about.some((id) => key.includes(id)))
  await delMany([...theirs, `${reader} ${path}`], open()).catch(() => undefined)
}

async function forgetPreviews(files: readonly { key: string }[]): Promise<void> {
  if (!('caches' in globalThis)) return
  const previews = await caches.open(previewCache)
  const gone = new Set(files.map(({ key }) => key))
  for (const request of await previews.keys()) {
    const file = new URL(request.url).pathname.split('/').at(-1) ?? ''
    if (gone.has(file)) await previews.delete(request)
  }
}

let isLeaving = false

/** On a session's last page: later answers are not cached, either. */
export function forgetForGood(): Promise<void> {
  isLeaving = true
  return forgetAllKept()
}

/** Leaves nothing that one user read for the next. */
async function forgetAllKept(): Promise<void> {
  const work = [
    isAble ? clear(open()) : undefined,
    'caches' in globalThis ? caches.delete(previewCache) : undefined,
  ]
  await Promise.allSettled(work)
}

/** When the shown answer of an address was fetched; null if it is fresh. */
export function useKeptAt(path: string): number | null {
  return useStore(shown, (all) => all[path] ?? null)
}

export const keptAt = (path: string): number | null => shown.get()[path] ?? null

function show(path: string, at: number | null): void {
  if ((shown.get()[path] ?? null) === at) return
  const { [path]: _, ...others } = shown.get()
  shown.dispatch(at === null ? others : { ...others, [path]: at })
}

let count: number | null = null

async function dropOldest(): Promise<void> {
  count = count === null ? mostAnswers + 1 : count + 1
  if (count <= mostAnswers) return
  const all = await keys<string>(open())
  count = all.length
  if (all.length <= mostAnswers) return
  const ages = await Promise.all(
    all.map(async (key) => ({ key, at: (await get<Kept>(key, open()))?.at ?? 0 })),
  )
  const old = oldestOf(ages, all.length - mostAnswers, Date.now())
  for (const key of old) await del(key, open())
  count -= old.length
}

/** A review page's files, by id and key. */
function filesOf(body: unknown): { id: string; key: string }[] {
  const files = fieldOf(fieldOf(body, 'result'), 'files')
  if (!Array.isArray(files)) return []
  return files.map((file) => ({ id: String(fieldOf(file, '_id')), key: String(fieldOf(file, 'key')) }))
}

let token = getSession().token
subscribeToSession(() => {
  const now = getSession().token
  if (now !== token) void forgetAllKept()
  token = now
})
