import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { DeleteAccount } from '#web/features/account/components/settings/account-deletion/delete-account'
import { AvatarField } from '#web/features/account/components/settings/avatar-field'
import { ChangeEmail } from '#web/features/account/components/settings/email/change-email'
import { ExportData } from '#web/features/account/components/settings/export-data'
import { MessagesMeter } from '#web/features/account/components/settings/messages-meter'
import { NotifyChoice } from '#web/features/account/components/settings/notify-choice'
import { PasswordForm } from '#web/features/account/components/settings/password-form'
import { ProfileForm } from '#web/features/account/components/settings/profile-form'
import { RemovedThings } from '#web/features/account/components/settings/removed-things'
import { SessionsList } from '#web/features/account/components/settings/sessions-list'
import { StorageMeter } from '#web/features/account/components/settings/storage-meter'
import { profileQuery } from '#web/features/account/queries'
import { AiSettings } from '#web/features/ai/settings/ai-settings'
import { BlockedPeople } from '#web/features/connections/components/blocked-people'
import { ProfileSettings } from '#web/features/connections/components/profile-settings'
import { InviteColleague } from '#web/features/invitations/components/invite-colleague'
import { OwnTestimonial } from '#web/features/testimonials/components/own-testimonial'
import { paths } from '#web/lib/paths'
import { Dialogs } from '#web/ui/dialogs'
import { LoadError } from '#web/ui/load-error'
import { Page, PageSection } from '#web/ui/page'
import { Panel } from '#web/ui/panel'
import classes from './settings-page.module.css'

export function SettingsPage() {
  const { data, error, refetch } = useQuery(profileQuery)
  return (
    <Dialogs>
      <Page title="Your Profile" width="reading">
        {!data && error && <LoadError what="Your profile" onRetry={() => void refetch()} />}
        {!data && !error && [320, 280, 200].map((height) => <Skeleton key={height} height={height} />)}
        {data && (
          <>
            <PageSection title="You">
              <Panel isPadded>
                <div className={classes.you}>
                  <AvatarField user={data.user} />
                  <ProfileForm user={data.user} />
                </div>
              </Panel>
            </PageSection>
            <PageSection title="Connection Profile">
              <Panel isPadded>
                <ProfileSettings hasProfile={data.connectionProfile !== null} />
              </Panel>
            </PageSection>
            <BlockedPeople />
            <PageSection title="Email">
              <Panel isPadded>
                <ChangeEmail
                  email={data.user.email}
                  isConfirmed={data.settings.isEmailConfirmed}
                  hasPassword={data.settings.signsInWith.includes('PASSWORD')}
                />
              </Panel>
            </PageSection>
            <PageSection title="Password">
              <Panel isPadded>
                {data.settings.signsInWith.includes('PASSWORD') ? (
                  <PasswordForm email={data.user.email} />
                ) : (
                  <Text size="sm">
                    This account has no password: you sign in{' '}
                    {data.settings.signsInWith.includes('GOOGLE') ? 'with Google' : 'with a code by email'}.
                    You can{' '}
                    <Link to={paths.forgotPassword} state={{ email: data.user.email }}>
                      set one with a link by email
                    </Link>
                    .
                  </Text>
                )}
              </Panel>
            </PageSection>
            <PageSection title="Emails">
              <Panel isPadded>
                <NotifyChoice mode={data.settings.notify} chosen={data.settings.mailAreas} />
              </Panel>
            </PageSection>
            <PageSection title="Invite a colleague">
              <Panel isPadded>
                <InviteColleague />
              </Panel>
            </PageSection>
            <PageSection title="Your customer review">
              <Panel isPadded>
                <OwnTestimonial />
              </Panel>
            </PageSection>
            <PageSection title="Sessions">
              <Panel isPadded>
                <SessionsList />
              </Panel>
            </PageSection>
            <PageSection title="Storage">
              <Panel isPadded>
                <StorageMeter />
              </Panel>
            </PageSection>
            <PageSection title="AI characters">
              <Panel isPadded>
                <AiSettings />
              </Panel>
            </PageSection>
            <PageSection title="Messages">
              <Panel isPadded>
                <MessagesMeter />
              </Panel>
            </PageSection>
            <PageSection title="Your data">
              <Panel isPadded>
                <div className={classes.you}>
                  <ExportData />
                  {data.settings.earlier?.state === 'REMOVED' && (
                    <RemovedThings removed={data.settings.earlier} />
                  )}
                  <DeleteAccount
                    email={data.user.email}
                    hasPassword={data.settings.signsInWith.includes('PASSWORD')}
                  />
                </div>
              </Panel>
            </PageSection>
          </>
        )}
        <nav aria-label="About Wingmark" className={classes.about}>
          <Link to={paths.help}>Help Center</Link>
          <Link to={paths.terms}>Terms</Link>
          <Link to={paths.privacy}>Privacy</Link>
        </nav>
      </Page>
    </Dialogs>
  )
}
