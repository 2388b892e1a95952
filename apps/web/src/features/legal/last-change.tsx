import { Text } from '@mantine/core'
import { formatDay } from '#web/lib/format'

/** `day` as 2026-01-31. */
export function LastChange({ day, news }: { day: string; news: string }) {
  return (
    <Text c="dimmed" size="sm">
      Last changed on <time dateTime={day}>{formatDay(`${day}T12:00:00`)}</time>. {news}
    </Text>
  )
}
