export { type NoticeFeature, openNotices } from './notice-feature.ts';
