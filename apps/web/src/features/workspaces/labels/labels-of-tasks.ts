import type { Label } from '@wingmark/contract/labels'
import type { Task } from '@wingmark/contract/tasks'
import { createContext, useContext } from 'react'

type Labels = ReadonlyMap<string, Label>

/** The labels of the open workspace, by id: one query for very many cards. */
export const LabelsOfTasks = createContext<Labels>(new Map())

/** Answers kept by a former release have no labels. */
type Labelled = Partial<Pick<Task, 'labels'>>

/** A task's labels that still exist, by name. */
export function useLabelsOf({ labels = [] }: Labelled): Label[] {
  const all = useContext(LabelsOfTasks)
  return [...all.values()].filter(({ _id }) => labels.includes(_id))
}
