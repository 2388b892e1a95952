import { Text } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths'
import classes from './perk-list.module.css'

/** Below whatever leads to a plan. */
export function PlanFooter() {
  return (
    <Text size="xs" c="dimmed" className={classes.footer}>
      By continuing you agree to the <Link to={paths.terms}>Terms & Conditions</Link> and{' '}
      <Link to={paths.privacy}>Privacy Policy</Link>
    </Text>
  )
}
