import { listWorkspaceTimeline } from '@wingmark/contract/timelines'
import type { Workspace } from '@wingmark/contract/workspaces'
import { afterAll, expect, test, vi } from 'vitest'
import { partOf, undoEdit } from '#web/features/workspaces/undo-edit'
import { networkError } from '#web/lib/api-error'

// Files share their modules: these are loaded anew with what stands in for others, and so are those of the next file.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})

const said = vi.hoisted((): string[] => [])
vi.mock('#web/lib/toast', () => ({ toast: said.push.bind(said), toastError: said.push.bind(said) }))
const server = vi.hoisted(() => ({ now: null as object | null }))
vi.mock('#web/lib/api', () => ({
  call: async (route: unknown) => {
    if (!server.now) throw networkError()
    const renamed = { kind: 'WORKSPACE_RENAMED', actor: { name: 'Bo' } }
    return route === listWorkspaceTimeline ? { results: [renamed] } : { result: server.now }
  },
}))

const workspace = { name: 'Autumn', description: '', hidesStatus: false } as Workspace

test('an edit of a workspace is taken back while it is as it was left, else it is said who has changed it', async () => {
  const undo = vi.fn<() => void>()
  expect(partOf(workspace, { name: 'Winter' })).toEqual({ name: 'Autumn' })
  expect(await undoEdit('w', { name: 'Winter' }, undo)).toBe(false)
  server.now = { ...workspace, name: 'Winter' }
  expect(await undoEdit('w', { name: 'Winter' }, undo)).toBe(true)
  expect(undo).toHaveBeenCalledOnce()
  server.now = { ...workspace, name: 'Spring', description: 'Other words' }
  await undoEdit('w', { name: 'Winter' }, undo)
  await undoEdit('w', { description: 'Words' }, undo)
  expect(undo).toHaveBeenCalledOnce()
  expect(said.slice(1)).toEqual([
    'Bo has changed the workspace since; it stays.',
    'Somebody has changed the workspace since; it stays.',
  ])
})
