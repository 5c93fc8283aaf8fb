/** English texts about comments. The parameters are formatted numbers, times and names. */
export const enComments = {
  title: 'Comments',
  count: (count: string) => (count === '1' ? '1 comment' : `${count} comments`),
  unread: (count: string) => `${count} new`,
  isUnread: 'new',
  none: 'No comments yet. Mention a colleague with @.',
  placeholder: 'Write a comment. Mention a colleague with @',
  people: 'Colleagues',
  send: 'Comment',
  sent: 'Comment saved',
  earlier: 'Show earlier comments',
  edited: (moment: string) => `edited ${moment}`,
  deletedPerson: 'Deleted person',
  menu: (author: string) => `Actions for the comment by ${author}`,
  edit: 'Edit',
  save: 'Save comment',
  cancel: 'Cancel',
  remove: 'Delete',
  removeTitle: 'Delete this comment?',
  removeText: 'It cannot be restored.',
  removeConfirm: 'Delete comment',
};
export type CommentTexts = typeof enComments;
