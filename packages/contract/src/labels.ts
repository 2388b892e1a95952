import { z } from 'zod'
import { Id, IdParams } from './ids.ts'
import { labelNameMax, taskLabelsMax } from './limits.ts'
import { Done, list, one } from './paging.ts'
import { route } from './route.ts'
import { line } from './text.ts'

export const labelColors = ['GREY', 'RED', 'ORANGE', 'YELLOW', 'GREEN', 'TEAL', 'BLUE', 'PURPLE'] as const
export const LabelColor = z.enum(labelColors, { error: `Choose one of: ${labelColors.join(', ')}` })
export type LabelColor = z.infer<typeof LabelColor>

/** Of one workspace, for its tasks. */
export const Label = z.object({
  _id: Id,
  workspace: Id,
  /** Unique in its workspace, without regard to case. */
  name: z.string(),
  color: LabelColor,
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})
export type Label = z.infer<typeof Label>

/** `label` is null once it is deleted: its tasks no longer show it. */
export const LabelChanged = z.object({ _id: Id, label: Label.nullable() })

export const LabelName = line({
  max: labelNameMax,
  required: 'Label name is required',
  tooLong: `A label name can have at most ${labelNameMax} characters.`,
})

/** The labels of a task; those left out are removed. */
export const TaskLabels = z
  .array(Id)
  .max(taskLabelsMax, { error: `A task can have at most ${taskLabelsMax} labels.` })
  .refine((ids) => new Set(ids).size === ids.length, { error: 'A task can have each label only once.' })

/** Of the workspace with this id. */
export const listLabels = route({
  method: 'GET',
  path: '/workspace/api/v1/label/:id',
  access: 'user',
  summary: 'The labels of a workspace, by name',
  params: IdParams,
  reply: list(Label),
})

/** In the workspace with this id. */
export const createLabel = route({
  method: 'POST',
  path: '/workspace/api/v1/label/:id',
  access: 'user',
  status: 201,
  summary: 'Create a label in a workspace you own or edit',
  params: IdParams,
  body: z.object({ name: LabelName, color: LabelColor }),
  reply: one(Label),
})

export const updateLabel = route({
  method: 'PATCH',
  path: '/workspace/api/v1/label/:id',
  access: 'user',
  summary: 'Change the name or color of a label',
  params: IdParams,
  body: z.object({ name: LabelName.optional(), color: LabelColor.optional() }),
  reply: one(Label),
})

export const deleteLabel = route({
  method: 'DELETE',
  path: '/workspace/api/v1/label/:id',
  access: 'user',
  summary: 'Delete a label and remove it from its tasks; it can be restored for 24 hours',
  params: IdParams,
  reply: Done,
})

export const restoreLabel = route({
  method: 'POST',
  path: '/workspace/api/v1/label/restore/:id',
  access: 'user',
  summary: 'Restore a deleted label on the tasks that had it',
  params: IdParams,
  reply: one(Label),
})
