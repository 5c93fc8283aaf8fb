export { type NoticeDeps, notifyPeople } from './inbox/notice-service.ts';
export { type NoticeFeature, openNotices } from './notice-feature.ts';
