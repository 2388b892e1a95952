import { Button, Text } from '@mantine/core'
import { useExport } from '#web/features/account/settings-queries'
import { downloadFrom } from '#web/lib/download-from'
import classes from './settings.module.css'

export function ExportData() {
  const start = useExport()
  return (
    <div className={classes.split}>
      <Text size="sm">
        A zip with your profile, your reviews and comments as JSON, and every file you’ve uploaded.
      </Text>
      <Button
        variant="default"
        loading={start.isPending}
        onClick={() => start.mutate(undefined, { onSuccess: downloadFrom })}
      >
        Export my data
      </Button>
    </div>
  )
}
