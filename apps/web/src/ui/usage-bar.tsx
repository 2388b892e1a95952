import { Progress } from '@mantine/core'

const nearlyAt = 0.8

/** Warns from 80 % of a limit on. */
export function usageState(used: number, limit: number): 'free' | 'nearly' | 'full' {
  if (used >= limit) return 'full'
  return used >= limit * nearlyAt ? 'nearly' : 'free'
}

type Props = { used: number; limit: number; what: string; size?: number; mt?: number }

/** How much of a limit is used. */
export function UsageBar({ used, limit, what, size = 4, mt = 0 }: Props) {
  const percent = Math.min(100, (used / Math.max(1, limit)) * 100)
  return (
    <Progress
      value={percent}
      size={size}
      mt={mt}
      color={usageState(used, limit) === 'free' ? 'gray' : 'pin'}
      aria-label={`${percent.toFixed(0)} percent of the ${what} used`}
    />
  )
}
