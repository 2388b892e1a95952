import { writeFile } from 'node:fs/promises'
import { type CarryBodyInput, decideFix, type Fixes, listFixes, placeCarried } from '@wingmark/contract/carry'
import {
  type Carried,
  type Comment,
  createComment,
  listFileComments,
  type MarkerInput,
} from '@wingmark/contract/comments'
import { addVersion } from '@wingmark/contract/versions'
import { expect, onTestFinished, vi } from 'vitest'
import { eventually } from './eventually.ts'
import { finished } from './files.ts'
import { newFile, newReview, newUser, png } from './people.ts'
import type { Caller, TestApp } from './start-test-app.ts'

export type Found = Pick<Carried, 'outcome' | 'confidence'> & { by?: number }

/** Until the test ends, or the result is called, pins are found so, and moved down by `by`. */
export function findEach(app: TestApp, answer: () => Found | Promise<Found>) {
  const { render } = app.deps.renderer
  const spy = vi.spyOn(app.deps.renderer, 'render').mockImplementation(async (task, urgency) => {
    if (task.kind !== 'carry') return render(task, urgency)
    const { by = 0, ...found } = await answer()
    const pins = task.pins.map((pin) => ({
      ...found,
      marker: found.outcome === 'NOT_FOUND' ? null : { ...pin, y: pin.y + by },
    }))
    await writeFile(task.output, JSON.stringify(pins))
    return { sizes: [], animated: false }
  })
  onTestFinished(() => spy.mockRestore())
  return () => spy.mockRestore()
}

type Result = 'ACCEPTED' | 'REOPENED' | 'UNCHECKED'

/** A review of one file that gets versions, and shortcuts to comment on them. */
export async function newStack(app: TestApp, bytes = png(40, 30)) {
  const owner = await newUser(app, 'Olga Owner')
  const { review, files, share } = await newReview(app, owner)
  const file = files[0]
  if (!file) throw new Error('a review without a file')
  const id = file._id
  await finished(app, owner, file)
  const say = async (marker: MarkerInput | null = { x: 0.5, y: 0.25 }, caller: Caller = owner) => {
    const body = {
      file: id,
      message: 'Larger, please.',
      ...(marker ? { marker } : { type: 'GENERAL' as const }),
    }
    return (await app.call(createComment, { body }, caller)).body.result
  }
  const add = async (more: { bytes?: Buffer; name?: string; startFresh?: boolean } = {}) => {
    const { name = 'next.png' } = more
    const { _id } = await newFile(app, owner, { bytes: more.bytes ?? bytes, name })
    const body = { file: _id, ...(more.startFresh && { startFresh: true }) }
    const { added } = (await app.call(addVersion, { params: { id }, body }, owner)).body.result
    await finished(app, owner, file)
    return added
  }
  const on = async (onVersion: number, caller: Caller = owner, status?: 'RESOLVED'): Promise<Comment[]> => {
    const query = { onVersion, limit: 100, ...(status && { status }) }
    return (await app.call(listFileComments, { params: { id }, query }, caller)).body.results
  }
  const fixes = async (version?: number, caller: Caller = owner): Promise<Fixes> => {
    const query = version === undefined ? {} : { version }
    return (await app.call(listFixes, { params: { id }, query }, caller)).body.result
  }
  /** The comments on a version once carrying onto it is over. */
  const carried = (version: number) =>
    eventually(async () => {
      const { state } = await fixes(version)
      expect(state).toBe('READY')
      const comments = await on(version)
      for (const one of comments.filter((each) => each.marker && each.version < version))
        expect(one.carried).toBeDefined()
      return comments
    })
  const put = (caller: Caller, comment: string, body: CarryBodyInput) =>
    app.call(placeCarried, { params: { id: comment }, body }, caller)
  const decide = (caller: Caller, comment: string, version: number, result: Result, seen?: string | null) => {
    const body = { version, result, ...(seen !== undefined && { decidedAt: seen }) }
    return app.call(decideFix, { params: { id: comment }, body }, caller)
  }
  return { owner, review, id, share, say, add, on, fixes, carried, put, decide }
}

export const place = (version: number, marker: MarkerInput) => ({ version, marker })
