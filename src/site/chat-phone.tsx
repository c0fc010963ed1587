import { presetTexts } from '@/texts/presets';
import { PRODUCT_NAME } from '@/texts/product';
import { chat, type SiteFacts } from '@/texts/site';
import styles from './chat-phone.module.css';
import { icons } from './icons';
import { Logo } from './logo';
import { Phone } from './phone';

/** The evening request and the morning reminder, as the bot's chat shows them. */
export function ChatPhone({ facts }: { facts: SiteFacts }) {
  return (
    <Phone label={chat.label} time="9:02">
      <div className={styles.head}>
        <Logo className={styles.avatar} />
        <div>
          <b>{PRODUCT_NAME}</b>
          <small>{chat.status}</small>
        </div>
      </div>
      <div className={styles.thread}>
        <p className={styles.day}>{chat.days[0]}</p>
        <p className={`${styles.bubble ?? ''} ${styles.mine ?? ''}`} data-step="1">
          {chat.asked.text} <time>{chat.asked.time}</time>
        </p>
        <div className={styles.answer} data-step="2">
          <p className={styles.bubble}>
            {chat.understood.title}
            <b className={styles.when}>{chat.understood.when}</b>
            {chat.understood.what} <time>{chat.understood.time}</time>
          </p>
          <div className={styles.keys}>
            <span className={styles.pressed}>{chat.buttons.save}</span>
            <span>{chat.buttons.edit}</span>
            <span>{chat.buttons.cancel}</span>
          </div>
        </div>
        <p className={styles.day} data-step="3">
          {chat.days[1]}
        </p>
        <div className={styles.answer} data-step="4">
          <p className={`${styles.bubble ?? ''} ${styles.fired ?? ''}`}>
            <span className={styles.bell}>{icons.bell}</span>
            <b>{chat.fired.text}</b> <time>{chat.fired.time}</time>
          </p>
          <div className={styles.keys}>
            <span className={`${styles.wide ?? ''} ${styles.pressed ?? ''}`}>
              {icons.check} {chat.done}
            </span>
            {facts.snoozePresets.map((preset) => (
              <span key={preset}>{presetTexts.snooze(preset)}</span>
            ))}
          </div>
        </div>
        <p className={styles.mark} data-step="5">
          {icons.check} {chat.doneMark}
        </p>
      </div>
      <div className={styles.input}>
        <span>{chat.input}</span>
        {icons.plane}
      </div>
    </Phone>
  );
}
