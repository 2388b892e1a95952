import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  createLabel,
  deleteLabel,
  type Label,
  listLabels,
  restoreLabel,
  updateLabel,
} from '@wingmark/contract/labels'
import { isolated } from '@wingmark/contract/names'
import { v4 as uuid } from 'uuid'
import { call } from '#web/lib/api'
import { reading } from '#web/lib/query-reading'
import { offerUndo } from '#web/lib/undo'

export const labelKeys = { of: (workspaceId: string) => ['labels', workspaceId] as const }

/** The labels of a workspace, by name. */
export function labelsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: labelKeys.of(workspaceId),
    queryFn: async (context) =>
      (await call(listLabels, { params: { id: workspaceId }, ...reading(context) })).results,
    enabled: workspaceId !== '',
  })
}

type Changed = { _id: string; label: Label | null }

/** True for a label that was not listed before. */
export function applyToLabels(client: QueryClient, workspaceId: string, { _id, label }: Changed): boolean {
  const queryKey = labelKeys.of(workspaceId)
  const before = client.getQueryData<Label[]>(queryKey)
  const others = before?.filter((one) => one._id !== _id) ?? []
  if (before) client.setQueryData(queryKey, label ? inOrder([...others, label]) : others)
  return label !== null && others.length === before?.length
}

const inOrder = (labels: readonly Label[]) => labels.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))

export type LabelWords = Pick<Label, 'name' | 'color'>

/** The editor shows refusals beside the field. */
export function useLabelChanges(workspaceId: string) {
  const client = useQueryClient()
  const keep = (label: Label) => applyToLabels(client, workspaceId, { _id: label._id, label })
  const meta = { shown: [422] }
  const create = useMutation({
    mutationFn: async (body: LabelWords) =>
      (await call(createLabel, { params: { id: workspaceId }, body, idempotencyKey: uuid() })).result,
    onSuccess: keep,
    meta,
  })
  const change = useMutation({
    mutationFn: async ({ _id: id, ...body }: { _id: string } & Partial<LabelWords>) =>
      (await call(updateLabel, { params: { id }, body })).result,
    onSuccess: keep,
    meta,
  })
  const restore = useMutation({
    mutationFn: async (id: string) => (await call(restoreLabel, { params: { id } })).result,
    onSuccess: async (label) => {
      keep(label)
      // It returns to its tasks.
      for (const name of ['tasks', 'task']) await client.invalidateQueries({ queryKey: [name] })
    },
  })
  const remove = useMutation({
    mutationFn: ({ _id: id }: Label) => call(deleteLabel, { params: { id } }),
    onSuccess: (_, { _id, name }) => {
      applyToLabels(client, workspaceId, { _id, label: null })
      offerUndo(`Label “${isolated(name)}” deleted`, () => restore.mutateAsync(_id).catch(() => undefined))
    },
  })
  return { create, change, remove }
}
