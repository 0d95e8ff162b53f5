import type { ComponentType } from 'react';
import { useLocation } from 'react-router';
import { useSignedIn } from '../auth/session.ts';
import { Card } from '../ui/Card.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ThemeChoice } from '../ui/ThemeChoice.tsx';
import { CalendarFeedSection } from './CalendarFeedSection.tsx';
import { OwnDataSection } from './OwnDataSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PushSection } from './PushSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { isSetBy, leftToThePerson, type SettingPath, settings } from './settings.ts';

const contents: Record<SettingPath, ComponentType> = {
  '/profile/notifiche': PushSection,
  '/profile/password': PasswordSection,
  '/profile/dispositivi': SessionsSection,
  '/profile/calendario': CalendarFeedSection,
  '/profile/aspetto': ThemeChoice,
  '/profile/dati': OwnDataSection,
};

/** A settings page of the profile. */
export default function SettingsPage() {
  const { pathname } = useLocation();
  const session = useSignedIn();
  const { path, title, lead } = settings.find((setting) => setting.path === pathname) ?? settings[0];
  const Content = contents[path];
  return (
    <>
      <PageHeader title={title} back={{ to: '/profile', label: 'Il Mio Profilo' }}>
        {lead}
      </PageHeader>
      {isSetBy(session, path) ? (
        <Card as="section" aria-label={title} className="flex max-w-2xl flex-col gap-4">
          <Content />
        </Card>
      ) : (
        <Notice title="Modalità CEO">{leftToThePerson}</Notice>
      )}
    </>
  );
}
