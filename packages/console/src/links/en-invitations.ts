/** English texts about invitations and links for passwords. */
export const enInvitations = {
  title: 'Open invitations',
  invite: 'Invite member',
  invited: (email: string) => `Invitation for ${email}`,
  email: 'E-mail address',
  nameHint: 'Optional. The person can change it.',
  linkOnce:
    'Send this link to the person over a secure channel. It works once, expires after 24 hours, and is not shown again.',
  link: 'Link',
  sent: (email: string) => `The invitation is on its way to ${email}. It is valid for 24 hours.`,
  expires: 'Expires',
  delivery: 'Delivery',
  deliveries: { link: 'link passed on', waiting: 'e-mail waiting', sent: 'e-mail sent', failed: 'e-mail failed' },
  renew: 'New link',
  renewFor: (email: string) => `New link for ${email}`,
  cancel: 'Cancel',
  cancelFor: (email: string) => `Cancel the invitation for ${email}`,
  cancelled: 'Invitation cancelled',
  passwordLink: 'Password link',
  passwordLinkFor: (name: string) => `Password link for ${name}`,
  passwordLinkSent: 'A link to set a new password is on its way by e-mail.',
};

/** English texts about the places where a person is signed in. */
export const enSessions = {
  title: 'Sessions',
  text: 'Where you are signed in. Change your password if you do not recognise one.',
  device: 'Browser',
  address: 'IP address',
  lastUsed: 'Last used',
  current: 'this one',
  unknown: 'unknown',
  end: 'Sign out',
  endOne: (browser: string) => `Sign out ${browser}`,
  ended: 'Session ended',
  endAll: 'Sign out everywhere',
  endAllText: 'All your sessions end, including this one.',
};
