import { listWorkspaceTimeline } from '@wingmark/contract/timelines'
import type { Workspace } from '@wingmark/contract/workspaces'
import { expect, onTestFinished, test, vi } from 'vitest'
import { partOf, undoEdit } from '#web/features/workspaces/undo-edit'
import { networkError } from '#web/lib/api-error'
import { answerLocally } from '#web/lib/local-answers'
import { listenToToasts } from '../../../test/toasts.ts'

const toasts = listenToToasts()

const workspace = { name: 'Autumn', description: '', hidesStatus: false } as Workspace

test('undoes an edit of a workspace that nobody has changed since, else says who has', async () => {
  let now: object | null = null
  const renamed = { kind: 'WORKSPACE_RENAMED', actor: { name: 'Bo' } }
  const stopAnswering = answerLocally(async (route) => {
    if (!now) throw networkError()
    return route === listWorkspaceTimeline ? { results: [renamed] } : { result: now }
  })
  onTestFinished(stopAnswering)
  const undo = vi.fn<() => void>()
  expect(partOf(workspace, { name: 'Winter' })).toEqual({ name: 'Autumn' })
  expect(await undoEdit('w', { name: 'Winter' }, undo)).toBe(false)
  expect(toasts()).toHaveLength(1)
  now = { ...workspace, name: 'Winter' }
  expect(await undoEdit('w', { name: 'Winter' }, undo)).toBe(true)
  expect(undo).toHaveBeenCalledOnce()
  now = { ...workspace, name: 'Spring', description: 'Other words' }
  await undoEdit('w', { name: 'Winter' }, undo)
  await undoEdit('w', { description: 'Words' }, undo)
  expect(undo).toHaveBeenCalledOnce()
  expect(toasts()).toEqual([
    'Bo has changed the workspace since then, so your change wasn’t undone.',
    'Someone has changed the workspace since then, so your change wasn’t undone.',
  ])
})
