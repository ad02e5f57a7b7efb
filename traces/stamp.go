package traces

import (
	"time"

	"rubato/simtime"
)

// stampLayout is how the formats write wall-clock times.
const stampLayout = "2006-01-02 15:04:05"

// parseStamp reads a wall-clock time as if UTC, in milliseconds since 1970.
func parseStamp(text string) (simtime.Time, bool) {
	if len(text) != len(stampLayout) || text[10] != ' ' || text[13] != ':' || text[16] != ':' {
		return 0, false
	}
	days, ok := parseDate(text[:10])
	hour, ok1 := small(text[11:13], 23)
	minute, ok2 := small(text[14:16], 59)
	second, ok3 := small(text[17:19], 59)
	t := days.Add(simtime.Duration(hour)*simtime.Hour + simtime.Duration(minute)*simtime.Minute +
		simtime.Duration(second)*simtime.Second)
	return t, ok && ok1 && ok2 && ok3
}

// parseDate reads a date such as 2020-04-01, in milliseconds since 1970.
func parseDate(text string) (simtime.Time, bool) {
	if len(text) != 10 || text[4] != '-' || text[7] != '-' {
		return 0, false
	}
	year, ok := small(text[:4], 9999)
	month, ok1 := small(text[5:7], 12)
	day, ok2 := small(text[8:10], 31)
	if !ok || !ok1 || !ok2 || month == 0 || day == 0 || day > daysIn(year, month) {
		return 0, false
	}
	return simtime.Time(0).Add(simtime.Duration(daysSince1970(year, month, day)) * simtime.Day), true
}

// small reads a whole number of digits alone, at most limit.
func small(text string, limit int) (int, bool) {
	n := 0
	for i := range len(text) {
		c := text[i] - '0'
		if c > 9 {
			return 0, false
		}
		n = 10*n + int(c)
	}
	return n, n <= limit
}

// daysIn is the length of a month of the Gregorian calendar.
func daysIn(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// daysSince1970 counts the days of the Gregorian calendar from 1970-01-01 on. The
// year is taken to begin in March, so that a leap day is its last.
func daysSince1970(year, month, day int) int {
	if month < 3 {
		year, month = year-1, month+12
	}
	leaps := floorDiv(year, 4) - floorDiv(year, 100) + floorDiv(year, 400)
	const march1970 = 719_468 // the day 0000-03-01, counted back from 1970-01-01
	return 365*year + leaps + (153*(month-3)+2)/5 + day - 1 - march1970
}

func floorDiv(a, b int) int {
	if a < 0 {
		a -= b - 1
	}
	return a / b
}

// wallClock is the inverse of parseStamp.
func wallClock(t simtime.Time) time.Time {
	return time.UnixMilli(int64(t)).UTC()
}
