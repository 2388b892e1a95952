import { Text } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths'
import classes from './perk-list.module.css'

/** Below whatever leads to a plan; a popup, which stands on an entry of the history of its own, is left by the links. */
export function PlanFooter({ onLeave }: { onLeave?: () => void }) {
  const leave = onLeave && { onClick: onLeave, replace: true }
  return (
    <Text size="xs" c="dimmed" className={classes.footer}>
      By continuing you agree to the{' '}
      <Link to={paths.terms} {...leave}>
        Terms & Conditions
      </Link>{' '}
      and{' '}
      <Link to={paths.privacy} {...leave}>
        Privacy Policy
      </Link>
    </Text>
  )
}
