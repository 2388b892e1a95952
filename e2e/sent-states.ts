import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { expect } from 'vitest'
import { eventually } from '../apps/server/test/eventually.ts'
import type { Studio } from './studio.ts'

export type Sent = { id: string; code: string; path: string }

/** Puts a file into someone's transfers. */
export async function newItem(studio: Studio, path: string): Promise<string> {
  const form = new FormData()
  form.set('purpose', 'TRANSFER')
  form.set('file', await openAsBlob(path), basename(path))
  const file = (await studio.call('POST', '/file/api/v1', form)).result._id
  const record = { file, name: basename(path) }
  return (await studio.call('POST', '/transfer/api/v1', record)).result._id ?? ''
}

export async function send(studio: Studio, body: object): Promise<Sent> {
  const { result } = await studio.call('POST', '/transfer/api/v1/delivery', body)
  const { pathname, search } = new URL(result.shareUrl ?? '')
  return { id: result._id ?? '', code: result.shareCode ?? '', path: pathname + search }
}

/** Every state that a receiver can meet, behind a link each. */
export async function sendInEveryState(studio: Studio, [first, second]: [string, string]) {
  const items = [await newItem(studio, first), await newItem(studio, second)]
  const soon = new Date(Date.now() + 2_000).toISOString()
  const [one, arriving, locked, ended, usedUp, closed] = await Promise.all([
    send(studio, { items: items.slice(0, 1), title: 'One picture', message: 'Here it is.' }),
    send(studio, { items: items.slice(0, 1), expectedCount: 3, title: 'Still arriving' }),
    send(studio, { items, accessKey: 'open sesame' }),
    send(studio, { items, expiresAt: soon }),
    send(studio, { items, maxDownloads: 1 }),
    send(studio, { items }),
  ])
  await useUp(studio, usedUp)
  const links = await studio.call('GET', `/transfer/api/v1/share-link/${closed.id}`)
  const { results } = links as unknown as { results: { _id: string }[] }
  const link = `/transfer/api/v1/share-link/${closed.id}/${results[0]?._id}`
  await studio.call('PATCH', link, { access: 'NONE' })
  await eventually(async () => {
    const { result } = await studio.call('GET', `/transfer/api/v1/delivery/${ended.id}`)
    expect(result.state).toBe('ENDED')
  })
  return { items, one, arriving, locked, ended, usedUp, closed }
}

/** Downloads it as often as allowed: once. */
async function useUp(studio: Studio, { id, code }: Sent): Promise<void> {
  const sent = `/transfer/api/v1/delivery/${id}`
  const { origin } = new URL((await studio.call('GET', sent)).result.shareUrl ?? '')
  const answer = await fetch(`${origin}/transfer/api/v1/download`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-share-token': code },
    body: JSON.stringify({ delivery: id }),
  })
  const claimed = (await answer.json()) as { result: { url: string } }
  await (await fetch(new URL(claimed.result.url, origin))).arrayBuffer()
  await eventually(async () => expect((await studio.call('GET', sent)).result.state).toBe('USED_UP'))
}

/** Five thousand files in ten folders; their bytes are stored once. */
export async function sendThousands(studio: Studio, path: string): Promise<Sent> {
  const folder = (await studio.call('POST', '/transfer/api/v1', { type: 'FOLDER', name: 'Icons' })).result._id
  const copy = async (ids: readonly string[], parent?: string): Promise<string[]> => {
    const [id, ...also] = ids
    const to = parent === undefined ? {} : { parent }
    const made = await studio.call('PATCH', `/transfer/api/v1/copy/${id}`, { ...to, also })
    return (made as unknown as { results: { _id: string }[] }).results.map((one) => one._id)
  }
  let inside = [await newItem(studio, path)]
  await studio.call('PATCH', `/transfer/api/v1/move/${inside[0]}`, { parent: folder })
  while (inside.length < 500) inside = inside.concat(await copy(inside.slice(0, 500 - inside.length), folder))
  const folders = [folder ?? '']
  while (folders.length < 10) folders.push(...(await copy(folders.slice(0, 10 - folders.length))))
  return send(studio, { items: folders, title: 'Five thousand icons' })
}
