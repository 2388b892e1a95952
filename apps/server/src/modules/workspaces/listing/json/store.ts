import { row, statement } from '#server/db/statement'
import { flag, type Json, object, orNull, sql, text, time, word, written } from '#server/db/written-json'
import { people } from '#server/modules/users/sql'
import { inParent, origin, type TaskOrigin } from '#server/modules/workspaces/tasks/store'

/** A task of a list: `item` is its JSON without `source`, which is signed for whoever asks. */
export type TaskItem = {
  item: string
  workspaceId: string
  comment: TaskOrigin | null
  connected: boolean
}

/** Null where a left join found nobody. */
const face = (u: string): Json =>
  sql(
    `case when ${u}.id is null then 'null' else ${written(
      object({ _id: word(`${u}.id`), name: text(`${u}.name`), avatar: orNull(`to_json(${u}.avatar)`) }),
    )} end`,
  )

const dayOrNull = (value: string) => orNull(`'"' || ${value} || '"'`)

// As `canEditTasks` and `canMoveTask` decide, by the workspaces in which they are true.
const mayEdit = (t: string) => `${t}.workspace_id = any({edited}::uuid[])`
const mayMove = (t: string) =>
  `(${mayEdit(t)} or (${t}.workspace_id = any({moved}::uuid[]) and (${t}.assignee_id = {user}::uuid) is true))`

const subtask = written(
  object({
    _id: word('s.id'),
    number: sql('s.number'),
    title: text('s.title'),
    status: word('s.status'),
    assignee: face('sub_assignee'),
    can: object({ move: flag(mayMove('s')) }),
  }),
)

const item = written(
  object({
    _id: word('t.id'),
    workspace: word('t.workspace_id'),
    number: sql('t.number'),
    title: text('t.title'),
    description: text('t.description'),
    status: word('t.status'),
    rank: word('t.rank'),
    parent: orNull('to_json(t.parent_id)'),
    subtasks: ['[', ...sql('inside.items'), ']'],
    subtaskCount: sql('coalesce(inside.many, 0)'),
    doneCount: sql('coalesce(inside.done, 0)'),
    assignee: face('assignee'),
    startsOn: dayOrNull('t.starts_on'),
    dueOn: dayOrNull('t.due_on'),
    createdBy: face('maker'),
    createdAt: time('t.created_at'),
    updatedAt: time('t.updated_at'),
    doneAt: sql(`case when t.done_at is null then 'null' else ${written(time('t.done_at'))} end`),
    version: sql('t.version'),
    can: object({ edit: flag(mayEdit('t')), move: flag(mayMove('t')), delete: flag(mayEdit('t')) }),
  }),
)

/**
 * In the order of the ids. `edited`: workspaces in which the caller edits tasks, `moved`: in which they move those assigned to
 * them. How a task is shown does not hang on what was asked, so that the database thinks of it once.
 */
export const listTaskItems = statement('task-items', {
  takes: { ids: 'uuid[]', user: 'uuid', edited: 'uuid[]', moved: 'uuid[]' },
  gives: row<TaskItem>({ item: 'text', workspaceId: 'uuid', comment: 'json', connected: 'bool' }),
  text: `select ${item} as item, t.workspace_id as "workspaceId",
      case when t.comment_id is not null then ${origin} end as comment, t.linked_by is not null as connected
    from unnest({ids}::uuid[]) with ordinality as page(id, nth) join tasks t on t.id = page.id and t.deleted_at is null
      left join ${people} assignee on assignee.id = t.assignee_id left join ${people} maker on maker.id = t.created_by
      left join (
        select s.parent_id, string_agg(${subtask}, ',' order by ${inParent('s')}) as items, count(*) as many,
          count(*) filter (where s.status = 'DONE') as done
        from tasks s left join ${people} sub_assignee on sub_assignee.id = s.assignee_id
        where s.parent_id = any({ids}::uuid[]) and s.deleted_at is null group by s.parent_id
      ) inside on inside.parent_id = t.id
    order by page.nth`,
})
