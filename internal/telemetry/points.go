package telemetry

import (
	"math"
	"time"
)

// Point is what happened in one step of time.
type Point struct {
	At                     time.Time // its begin
	Saved, Baseline, Spent int64
	Hits, Misses           int
}

// mostPoints bounds the points of a chart.
const mostPoints = 100

func (s *Sum) hour(at time.Time) *Point {
	key := int64(math.Floor(float64(at.Unix()) / 3600))
	p := s.hours[key]
	if p == nil {
		p = &Point{At: time.Unix(key*3600, 0)}
		s.hours[key] = p
	}
	return p
}

// Points lays the events so far on a line of time with equal steps, empty ones
// included, from the first event to the last: hours, or as many days as keep
// them few. Days begin where loc's do. unit names the step.
func (s *Sum) Points(loc *time.Location) (points []Point, unit string) {
	var first, last time.Time
	for _, p := range s.hours {
		if first.IsZero() || p.At.Before(first) {
			first = p.At
		}
		if p.At.After(last) {
			last = p.At
		}
	}
	if first.IsZero() {
		return nil, "hour"
	}
	step := func(i int) time.Time { return first.Add(time.Duration(i) * time.Hour) }
	unit = "hour"
	if last.Sub(first) >= mostPoints/2*time.Hour {
		y, m, d := first.In(loc).Date()
		days := 1 + int(last.Sub(first).Hours()/24)/mostPoints
		// Not 24 hours: a day may have 23 or 25.
		step = func(i int) time.Time { return time.Date(y, m, d+i*days, 0, 0, 0, 0, loc) }
		unit = "day"
		if days > 1 {
			unit = groupedNumber(int64(days)) + " days"
		}
	}
	for i := 0; !step(i).After(last); i++ {
		points = append(points, Point{At: step(i).In(loc)})
	}
	for _, p := range s.hours {
		// The last step that is not after it.
		i := len(points) - 1
		for i > 0 && points[i].At.After(p.At) {
			i--
		}
		sum := &points[i]
		sum.Saved += p.Saved
		sum.Baseline += p.Baseline
		sum.Spent += p.Spent
		sum.Hits += p.Hits
		sum.Misses += p.Misses
	}
	return points, unit
}
