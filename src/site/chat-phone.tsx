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
            {chat.stored.when} — <b>{chat.stored.text}</b>
            <br />
            {chat.stored.details} <time>{chat.stored.time}</time>
          </p>
          <div className={styles.keys}>
            {chat.stored.keys.map((key) => (
              <span key={key}>{key}</span>
            ))}
          </div>
        </div>
        <p className={styles.day} data-step="3">
          {chat.days[1]}
        </p>
        <div className={styles.answer} data-step="4">
          <p className={styles.bubble}>
            <b className={styles.title}>{chat.fired.text}</b>
            {chat.fired.type} <time>{chat.fired.time}</time>
          </p>
          <div className={styles.keys}>
            {chat.fired.keys.map((key, at) => (
              <span key={key} className={at === 0 ? styles.pressed : undefined}>
                {key}
              </span>
            ))}
          </div>
          <div className={styles.keys}>
            {facts.snoozePresets.map((preset) => (
              <span key={preset}>{presetTexts.snooze(preset)}</span>
            ))}
          </div>
        </div>
        <p className={styles.toast} data-step="5">
          {chat.toast}
        </p>
      </div>
      <div className={styles.input}>
        <span>{chat.input}</span>
        {icons.plane}
      </div>
    </Phone>
  );
}
