import { holdsWords, searchSource } from '#server/db/search-source'
import { workspacePeople } from '#server/modules/access/sql'
import { people } from '#server/modules/users/sql'
import { hasLabelCalled } from '#server/modules/workspaces/labels/sql'

const ofUser = `= any(array(
  select p.workspace_id from ${workspacePeople} p where p.user_id = {user}::uuid))`

/** Tasks of the user's workspaces. */
export const searchTasks = searchSource('tasks', {
  matches: `select t.id, case when t.status in ('DONE', 'CANCELLED') then 1 else 0 end as rank, t.updated_at as at from tasks t
    where (${holdsWords('t')} or ${hasLabelCalled('t', ofUser)}) and t.deleted_at is null and t.workspace_id ${ofUser}`,
  shown: {
    at: 't.updated_at',
    title: `'#' || t.number || ' ' || t.title`,
    text: 't.description',
    place: 'w.name',
    person: `case when u.id is not null then json_build_object('_id', u.id, 'name', u.name, 'avatar', u.avatar) end`,
    path: `'/workspace/tasks?workspaceId=' || w.id || '&task=' || t.id`,
  },
  joined: `join tasks t on t.id = page.id join workspaces w on w.id = t.workspace_id
    left join ${people} u on u.id = t.assignee_id`,
})
