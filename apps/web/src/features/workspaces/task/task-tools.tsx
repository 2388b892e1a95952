import type { Task } from '@wingmark/contract/tasks'
import type { Workspace } from '@wingmark/contract/workspaces'
import { Suspense, useEffect } from 'react'
import { type LabelEdit, labelsAfter } from '#web/features/workspaces/labels/label-choices'
import type { Choice } from '#web/features/workspaces/task/choices'
import { ChosenBar } from '#web/features/workspaces/task/chosen-bar'
import { keySheet, picking } from '#web/features/workspaces/task/chosen-tasks'
import { preloadTaskMenu } from '#web/features/workspaces/task/task-menu'
import type { Picked } from '#web/features/workspaces/task/task-picker'
import { taskShortcuts } from '#web/features/workspaces/task/task-shortcuts'
import { useKeptFocus } from '#web/features/workspaces/task/use-kept-focus'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { useTaskKeys } from '#web/features/workspaces/task/use-task-keys'
import { statuses } from '#web/features/workspaces/task-lists'
import { useStore } from '#web/lib/store'
import { LateDialog } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'

const TaskPicker = lazily(
  () => import('#web/features/workspaces/task/task-picker').then((part) => part.TaskPicker),
  (late) => <LateDialog late={late} what="The menu" onClose={endPicking} />,
)
const endPicking = () => picking.dispatch(null)
const closeSheet = () => keySheet.dispatch(false)
const ShortcutSheet = lazily(
  () => import('#web/ui/shortcut-sheet').then((part) => part.ShortcutSheet),
  (late) => <LateDialog late={late} what="The list of shortcuts" onClose={closeSheet} />,
)

const relabelled =
  (edit: LabelEdit) =>
  ({ labels }: Task): Choice => ({ labels: labelsAfter(labels, edit) })

type Props = { workspace: Workspace; tasks: readonly Task[]; changes: TaskChanges; openTask: string | null }

/** Shared by board and list: keys, multiple selection, and its pickers. */
export function TaskTools({ workspace, tasks, changes, openTask }: Props) {
  const isSheetOpen = useStore(keySheet, (isOpen) => isOpen)
  const asked = useStore(picking, (one) => one)
  useEffect(() => closeSheet, [])
  useEffect(() => {
    TaskPicker.preload()
    preloadTaskMenu()
    return endPicking
  }, [])
  const keepFocus = useKeptFocus()
  const inOrder = statuses.flatMap((status) => tasks.filter((task) => task.status === status))
  const onPick = (ids: readonly string[], picked: Picked) => {
    const isStatus = 'status' in picked
    const may = ({ can }: Task) => (isStatus || 'dueOn' in picked ? can.move : can.edit)
    const chosen = inOrder.filter(
      (task) => ids.includes(task._id) && may(task) && !(isStatus && task.status === picked.status),
    )
    keepFocus(chosen[0]?._id)
    const [first] = chosen
    const next = 'added' in picked ? relabelled(picked) : picked
    if (!first || chosen.length > 1) return changes.changeAll(chosen, next)
    if ('status' in next) return changes.move(first, next.status)
    // A toast reports a refusal, and the task reverts.
    return void changes.patch(first, next).catch(() => {})
  }
  useTaskKeys({ tasks: inOrder, openTask, onPick, onHelp: () => keySheet.dispatch(true) })
  return (
    <>
      <ChosenBar tasks={inOrder} onRemove={changes.removeAll} />
      {asked && (
        <Suspense>
          <TaskPicker asked={asked} workspace={workspace} tasks={tasks} onPick={onPick} />
        </Suspense>
      )}
      {isSheetOpen && (
        <Suspense>
          <ShortcutSheet shortcuts={taskShortcuts} onClose={closeSheet} />
        </Suspense>
      )}
    </>
  )
}
