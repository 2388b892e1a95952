import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { RouteReply } from '@wingmark/contract/route'
import { removeWorkspaceMember } from '@wingmark/contract/workspace-people'
import {
  createWorkspace,
  deleteWorkspace,
  editWorkspace,
  getWorkspace,
  linkReview,
  listWorkspaces,
  restoreWorkspace,
  unlinkReview,
  type Workspace,
  type WorkspacePage,
} from '@wingmark/contract/workspaces'
import { v4 as uuid } from 'uuid'
import { type Edit, partOf, undoEdit } from '#web/features/workspaces/undo-edit'
import { call } from '#web/lib/api'
import { reading } from '#web/lib/query-reading'
import { offerUndo } from '#web/lib/undo'
import { useUserEvents } from '#web/lib/user-live'

export const workspaceKeys = {
  lists: ['workspaces'] as const,
  one: (id: string) => ['workspace', id] as const,
}

/** The names of all of the user's workspaces, by id. */
export const workspaceNamesQuery = queryOptions({
  queryKey: [...workspaceKeys.lists, 'names'],
  queryFn: async (context) => {
    const names = new Map<string, string>()
    let pages = 1
    for (let page = 1; page <= pages; page++) {
      const answer = await call(listWorkspaces, { query: { page, limit: 100 }, ...reading(context) })
      for (const { _id, name } of answer.results) names.set(_id, name)
      pages = answer.totalPages
    }
    return names
  },
})

export function workspacesQuery(page: number) {
  return queryOptions({
    queryKey: [...workspaceKeys.lists, page],
    queryFn: (context) => call(listWorkspaces, { query: { page, limit: 12 }, ...reading(context) }),
    placeholderData: keepPreviousData,
  })
}

/** The cards of a seen workspace show no news. */
export function withoutNews(client: QueryClient, id: string): void {
  client.setQueriesData<RouteReply<typeof listWorkspaces>>({ queryKey: workspaceKeys.lists }, (page) =>
    page && page.results.some((one) => one._id === id && one.news > 0)
      ? { ...page, results: page.results.map((one) => (one._id === id ? { ...one, news: 0 } : one)) }
      : page,
  )
}

/** Seen elsewhere counts as seen here. */
export function useLooksElsewhere(): void {
  const client = useQueryClient()
  useUserEvents((event) => {
    if (event.event === 'workspace.looked') withoutNews(client, event.data._id)
    if (event.event === 'reset') void client.invalidateQueries({ queryKey: workspaceKeys.lists })
  })
}

/** An invalid id counts as a missing workspace. */
export function workspaceQuery(id: string) {
  return queryOptions({
    queryKey: workspaceKeys.one(id),
    queryFn: async (context) => (await call(getWorkspace, { params: { id }, ...reading(context) })).result,
    enabled: id !== '',
    meta: { shown: [404, 422], instead: 'Failed to fetch workspace details' },
  })
}

export function useCreateWorkspace() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (name: string) =>
      (await call(createWorkspace, { body: { name }, idempotencyKey: uuid() })).result,
    onSuccess: (workspace) => {
      client.setQueryData(workspaceKeys.one(workspace._id), { ...workspace, reviews: [] })
      return client.invalidateQueries({ queryKey: workspaceKeys.lists })
    },
    meta: { shown: [422] },
  })
}

export const useRenameWorkspace = (workspace: Workspace) =>
  useEdit(workspace, 'Workspace name updated successfully', {
    shown: [422],
    instead: 'Failed to update workspace name',
  })

export const useDescribeWorkspace = (workspace: Workspace) => useEdit(workspace, 'Description changed')

/** Whether readers of the reviews see the progress of tasks. */
export const useHideStatus = (workspace: Workspace) => useEdit(workspace, 'Task status in reviews changed')

function useEdit(workspace: Workspace, what: string, meta: Record<string, unknown> = {}) {
  const { _id: id } = workspace
  const keep = useKeepWorkspace()
  const mutationFn = async (edit: Edit) =>
    (await call(editWorkspace, { params: { id }, body: { workspace: id, ...edit } })).result
  const back = useMutation({ mutationFn, onSuccess: keep })
  return useMutation({
    mutationFn,
    // By the time of the answer it may already show.
    onMutate: (edit) => partOf(workspace, edit),
    onSuccess: (edited, edit, before) => {
      keep(edited)
      offerUndo(what, () =>
        undoEdit(id, partOf(edited, edit), () => back.mutateAsync(before).catch(() => undefined)),
      )
    },
    meta,
  })
}

export function useDeleteWorkspace() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteWorkspace, { params: { id } }),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: workspaceKeys.one(id) })
      return client.invalidateQueries({ queryKey: workspaceKeys.lists })
    },
  })
}

export function useRestoreWorkspace() {
  const keep = useKeepWorkspace()
  return useMutation({
    mutationFn: async (id: string) => (await call(restoreWorkspace, { params: { id } })).result,
    onSuccess: keep,
  })
}

export function useLeaveWorkspace() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, memberId }: { id: string; memberId: string }) =>
      call(removeWorkspaceMember, { params: { id, memberId } }),
    onSuccess: (_, { id }) => {
      client.removeQueries({ queryKey: workspaceKeys.one(id) })
      return client.invalidateQueries({ queryKey: workspaceKeys.lists })
    },
  })
}

export function useLinkReview(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (review: string) =>
      (await call(linkReview, { params: { id }, body: { review } })).result,
    onSuccess: (page) => client.setQueryData(workspaceKeys.one(id), page),
  })
}

export function useUnlinkReview(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (reviewId: string) => (await call(unlinkReview, { params: { id, reviewId } })).result,
    onSuccess: (page) => client.setQueryData(workspaceKeys.one(id), page),
  })
}

function useKeepWorkspace() {
  const client = useQueryClient()
  return (workspace: Workspace) => {
    client.setQueryData<WorkspacePage>(workspaceKeys.one(workspace._id), (page) =>
      page ? { ...page, ...workspace } : page,
    )
    void client.invalidateQueries({ queryKey: ['timeline'] })
    void client.invalidateQueries({ queryKey: workspaceKeys.lists })
  }
}
