/** A transfer's steps with their percent. */
export const milestones = [
  { percent: 0, name: 'Connecting to server' },
  { percent: 10, name: 'Initializing transfer' },
  { percent: 30, name: 'Processing file' },
  { percent: 60, name: 'Uploading data' },
  { percent: 90, name: 'Finalizing upload' },
  { percent: 100, name: 'Upload complete' },
] as const

/** The current step, counted from 0. */
export function milestoneAt(percent: number): number {
  return milestones.findLastIndex((milestone) => percent >= milestone.percent)
}
