"""What the bot posts: text, buttons, news in order and once."""
