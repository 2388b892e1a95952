import { Text } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths'
import classes from './perk-list.module.css'

/** Below links to a plan; in a popup, its links close it. */
export function PlanFooter({ onLeave }: { onLeave?: () => void }) {
  return (
    <Text size="xs" c="dimmed" className={classes.footer}>
      By continuing you agree to the{' '}
      <Link to={paths.terms} onClick={onLeave}>
        Terms & Conditions
      </Link>{' '}
      and{' '}
      <Link to={paths.privacy} onClick={onLeave}>
        Privacy Policy
      </Link>
    </Text>
  )
}
