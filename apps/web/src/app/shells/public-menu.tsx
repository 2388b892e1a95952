import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ThemeChoice } from '#web/app/shells/theme-choice'
import { anyTestimonialQuery } from '#web/features/testimonials/queries'
import { paths } from '#web/lib/paths'
import { useSession } from '#web/lib/session'
import type { MenuPlace } from '#web/ui/late-menu'
import { MenuAt } from '#web/ui/menu-at'

/** Links to all public pages. */
export function PublicMenu({ place }: { place: MenuPlace }) {
  const { token } = useSession()
  const { data: hasTestimonials } = useQuery(anyTestimonialQuery)
  return (
    <MenuAt place={place} position="bottom-end" width={200}>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={paths.home}>
          Home
        </Menu.Item>
        <Menu.Item component={Link} to={paths.landingReview}>
          Get Reviews
        </Menu.Item>
        <Menu.Item component={Link} to={paths.landingConnection}>
          Get Connections
        </Menu.Item>
        <Menu.Item component={Link} to={paths.pricing}>
          Pricing
        </Menu.Item>
        <Menu.Item component={Link} to={paths.help}>
          Help center
        </Menu.Item>
        {!token && (
          <Menu.Item component={Link} to={paths.register}>
            Create an account
          </Menu.Item>
        )}
        {hasTestimonials && (
          <Menu.Item component={Link} to={paths.customerReviews}>
            Customer reviews
          </Menu.Item>
        )}
        <ThemeChoice />
      </Menu.Dropdown>
    </MenuAt>
  )
}
