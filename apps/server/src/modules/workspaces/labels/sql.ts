/** A condition: the task of this alias has a label of these workspaces with the sought words in its name. */
export const hasLabelCalled = (task: string, workspaces: string) => `${task}.labels && array(
  select l.id from task_labels l where l.workspace_id ${workspaces} and l.deleted_at is null
    and searchable_words(l.name) @@ {words}::text::tsquery)`

/** A condition: this label is not deleted. */
export const isLabelThere = (id: string) =>
  `exists (select 1 from task_labels l where l.id = ${id} and l.deleted_at is null)`
